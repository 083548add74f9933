package io.tidemark.cli;

import io.tidemark.spec.FixtureSpec;
import io.tidemark.yaml.FixtureFile;
import io.tidemark.yaml.FixtureReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code test}: runs fixtures, one after the other; nothing is run if one of them is invalid. */
@Command(name = "test", description = "Run fixtures, tests of pipelines, and print what differs.")
final class TestCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FIXTURE", description = "The fixture files.")
    private List<Path> fixtures = List.of();

    @Option(names = "--env-file", paramLabel = "FILE", description = "NAME=VALUE lines for $${NAME} in the files.")
    private @Nullable Path envFile;

    @Override
    public Integer call() throws Exception {
        List<FixtureSpec> specs = new ArrayList<>();
        FixtureReader reader = PipelineLoader.fixtures(envFile);
        for (Path file : fixtures) {
            FixtureFile read = reader.read(file);
            read.problems().stream().distinct().forEach(System.err::println);
            if (read.spec() != null) {
                specs.add(read.spec());
            }
        }
        if (specs.size() < fixtures.size()) {
            return ExitCodes.INVALID;
        }
        return run(specs);
    }

    private int run(List<FixtureSpec> specs) throws Exception {
        int failed = 0;
        try (LocalCluster cluster = LocalCluster.start()) {
            for (int i = 0; i < specs.size(); i++) {
                List<String> differences = FixtureRun.differences(cluster, specs.get(i));
                System.out.println((differences.isEmpty() ? "ok " : "FAILED ") + fixtures.get(i));
                differences.forEach(line -> System.out.println("  " + line));
                failed += differences.isEmpty() ? 0 : 1;
            }
        }
        System.out.println((specs.size() - failed) + " passed, " + failed + " failed");
        return failed == 0 ? ExitCodes.OK : ExitCodes.FAILED;
    }
}
