package io.tidemark.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Of an option that takes {@code NAME=VALUE}: also those that follow the first; what is none is left for others. */
final class Assignments implements IParameterConsumer {
    private static final String ASSIGNMENT = "[\\w-]+=.+";

    @Override
    @SuppressWarnings("JdkObsolete") // picocli's own
    public void consumeParameters(Stack<String> args, ArgSpec option, CommandSpec command) {
        if (args.isEmpty() || args.peek().startsWith("-")) {
            throw new MissingParameterException(
                    command.commandLine(),
                    option,
                    "Missing required parameter for option '" + ((OptionSpec) option).longestName() + "' ("
                            + option.paramLabel() + ")");
        }
        List<String> values = new ArrayList<>(option.<List<String>>getValue());
        do {
            values.add(args.pop());
        } while (!args.isEmpty() && args.peek().matches(ASSIGNMENT));
        option.setValue(values);
    }
}
