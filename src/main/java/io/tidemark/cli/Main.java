package io.tidemark.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line {@code tidemark}. Standard output carries records or the result; all else goes to standard error. */
@Command(
        name = "tidemark",
        description = "Windowed aggregates with trustworthy percentiles over Kafka streams, on Apache Flink.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            RunCommand.class,
            ReplayCommand.class,
            TestCommand.class,
            ValidateCommand.class,
            ExplainCommand.class,
            DemoCommand.class
        })
public final class Main implements Callable<Integer> {
    /** Commands of the contract that later versions bring. */
    private static final List<String> RESERVED =
            List.of("diff", "why", "board", "backtest", "advise", "init", "redrive", "transactions", "schema");

    /** Options of the contract that later versions bring. */
    private static final List<String> LATER_OPTIONS = List.of("--ddl");

    @CommandLine.Option(names = "--debug", scope = ScopeType.INHERIT, description = "Show the stack trace of an error.")
    private boolean debug;

    @CommandLine.Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    @SuppressWarnings("unused") // picocli reads it
    private boolean help;

    /** Runs the command line and ends this JVM with its exit code. */
    public static void main(String[] args) {
        System.exit(run(args));
    }

    /**
     * Runs one command.
     *
     * @param args the command and its arguments
     * @return the exit code: 0 done, 1 the job or a test failed, 2 invalid pipeline or usage, 3 the ledger does not add up
     */
    public static int run(String... args) {
        if (args.length > 0 && RESERVED.contains(args[0])) {
            System.err.println("tidemark: '" + args[0]
                    + "' is not available yet; use run, replay, test, validate, explain or demo");
            return ExitCodes.INVALID;
        }
        Main main = new Main();
        CommandLine commandLine = new CommandLine(main);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setParameterExceptionHandler(Main::usageError);
        commandLine.setExecutionExceptionHandler((failure, command, result) -> main.failed(failure));
        try {
            return commandLine.execute(args);
        } catch (StackOverflowError | OutOfMemoryError e) {
            return main.failed(e);
        }
    }

    @Override
    public Integer call() {
        CommandLine.usage(this, System.err);
        return ExitCodes.INVALID;
    }

    private static int usageError(ParameterException error, String[] args) {
        String command = error.getCommandLine().getCommandSpec().qualifiedName();
        for (String option : LATER_OPTIONS) {
            if (error instanceof UnmatchedArgumentException unmatched
                    && unmatched.getUnmatched().stream().anyMatch(given -> given.matches(option + "(=.*)?"))) {
                System.err.println(command + ": " + option + " is not available yet; see '" + command + " --help'");
                return ExitCodes.INVALID;
            }
        }
        System.err.println(command + ": " + OneLine.of(error.getMessage()) + "; see '" + command + " --help'");
        return ExitCodes.INVALID;
    }

    private int failed(Throwable failure) {
        if (debug) {
            failure.printStackTrace();
        }
        if (failure instanceof UserError error) {
            String.valueOf(error.getMessage()).lines().forEach(line -> System.err.println("tidemark: " + line));
            return error.exitCode();
        }
        System.err.println("tidemark: " + OneLine.rootCause(failure) + (debug ? "" : " (--debug shows where)"));
        return ExitCodes.FAILED;
    }
}
