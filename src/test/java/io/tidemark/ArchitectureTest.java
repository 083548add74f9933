package io.tidemark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.streaming.api.connector.sink2.SupportsPostCommitTopology;

/** The table of packages: who may import whom, and which package alone may touch which library. */
@AnalyzeClasses(packages = "io.tidemark", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
    private static final String ROOT = "io.tidemark";

    /** What each package may import of Tidemark itself. The root may import everything, nobody the root. */
    private static final Map<String, Set<String>> MAY_IMPORT = Map.ofEntries(
            entry("cli", Set.of("job", "yaml", "spec", "connector", "codec", "event", "metric", "fixture")),
            entry("fixture", Set.of("codec")),
            entry("spec", Set.of()),
            entry("yaml", Set.of("spec")),
            entry(
                    "job",
                    Set.of(
                            "spec",
                            "connector",
                            "event",
                            "sql",
                            "codec",
                            "time",
                            "aggregate",
                            "window",
                            "join",
                            "alert",
                            "metric")),
            entry("connector", Set.of("spec", "codec", "event")),
            entry("event", Set.of()),
            entry("sql", Set.of("event")),
            entry("codec", Set.of("event", "metric")),
            entry("time", Set.of("event", "metric")),
            entry("aggregate", Set.of("event")),
            entry("window", Set.of("event", "sql", "aggregate", "time", "metric")),
            entry("join", Set.of("event", "sql", "metric")),
            entry("alert", Set.of("event", "sql", "time", "window", "metric")),
            entry("metric", Set.of()));

    /** The types of a field are the same in the specification, its text and the events. */
    private static final Set<String> SHARED_WITH_SPEC =
            Set.of(ROOT + ".event.FieldType", ROOT + ".event.Field", ROOT + ".event.Schema");

    /** The one place that reads the wall clock; everything else is given it. */
    private static final String CLOCK = ROOT + ".time.WallClock";

    /** Packages whose code runs for each event. */
    private static final String[] DATA_SIDE =
            packages("event", "sql", "codec", "time", "aggregate", "window", "join", "alert", "metric");

    @ArchTest
    static final ArchRule packagesImportOnlyWhatTheTableAllows = classes().should(importOnlyWhatTheTableAllows());

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching(ROOT + ".(*)..").should().beFreeOfCycles();

    /** A sink with a topology behind its commits is handed the stream, to pass it on: an interface of Flink's. */
    @ArchTest
    static final ArchRule onlyTheJobAndItsFacesSeeStreams = only(
            List.of("job", "cli", ""),
            type -> type.isAssignableTo(SupportsPostCommitTopology.class),
            "org.apache.flink.streaming.api.datastream..",
            "org.apache.flink.streaming.api.environment..");

    @ArchTest
    static final ArchRule onlyConnectorsSeeKafka =
            only(List.of("connector"), "org.apache.kafka..", "kafka..", "org.apache.flink.connector.kafka..");

    @ArchTest
    static final ArchRule onlyCodecAndYamlSeeJackson = only(List.of("codec", "yaml"), "com.fasterxml.jackson..");

    @ArchTest
    static final ArchRule onlyYamlSeesTheYamlParser = only(List.of("yaml"), "org.snakeyaml..");

    @ArchTest
    static final ArchRule onlySqlSeesCalcite = only(List.of("sql"), "org.apache.calcite..");

    @ArchTest
    static final ArchRule onlyTheCommandLineSeesPicocli = only(List.of("cli"), "picocli..");

    @ArchTest
    static final ArchRule onlyAlertsAndTheJobSeePatterns = only(List.of("alert", "job"), "org.apache.flink.cep..");

    /** Ctrl-C stops a job with a savepoint, a second one kills it; only this interface of the JDK hears both. */
    @ArchTest
    static final ArchRule onlyTheCommandLineHearsSignals = only(List.of("cli"), "sun..", "jdk.internal..");

    @ArchTest
    static final ArchRule nobodyUsesWhatLibrariesKeepForThemselves = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..shaded..", "org.apache.flink.shaded..", "com.google.common..");

    @ArchTest
    static final ArchRule specificationIsPlainJava = classes()
            .that()
            .resideInAPackage(ROOT + ".spec..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.jspecify..", ROOT + ".spec..", ROOT + ".event..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule dataSideHasNoWallClock = noClasses()
            .that()
            .resideInAnyPackage(DATA_SIDE)
            .and(describe(
                    "are not the clock that is injected",
                    type -> !type.getName().startsWith(CLOCK)))
            .should(AmbientCalls.wallClock());

    @ArchTest
    static final ArchRule dataSideHasNoChance = noClasses()
            .that()
            .resideInAnyPackage(DATA_SIDE)
            .or()
            .resideInAPackage(ROOT + ".connector..")
            .should(AmbientCalls.chance());

    @ArchTest
    static final ArchRule nobodyDependsOnTheMachinesLocaleZoneOrCharset =
            noClasses().should(AmbientCalls.defaultsOfTheMachine());

    @ArchTest
    static final ArchRule classesThatNobodyExtendsAreFinal = classes()
            .that(describe("are concrete and have no subclass", ArchitectureTest::isLeaf))
            .should()
            .haveModifier(JavaModifier.FINAL);

    private static boolean isLeaf(JavaClass type) {
        return !type.isInterface()
                && !type.isEnum()
                && !type.isAnonymousClass()
                && !type.getModifiers().contains(JavaModifier.ABSTRACT)
                && !type.getModifiers().contains(JavaModifier.SYNTHETIC)
                && !type.getSimpleName().equals("package-info")
                && type.getSubclasses().isEmpty();
    }

    /** The first package below the root, "" for the root's own classes. */
    private static String layer(JavaClass type) {
        String name = type.getPackageName();
        if (name.equals(ROOT)) {
            return "";
        }
        String below = name.substring(ROOT.length() + 1);
        int dot = below.indexOf('.');
        return dot < 0 ? below : below.substring(0, dot);
    }

    private static ArchCondition<JavaClass> importOnlyWhatTheTableAllows() {
        return new ArchCondition<>("import only what the table of packages allows") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                String from = layer(type);
                if (from.isEmpty()) {
                    return;
                }
                for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                    JavaClass target = dependency.getTargetClass().getBaseComponentType();
                    if (target.getPackageName().startsWith(ROOT) && !isAllowed(from, target)) {
                        events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
                    }
                }
            }
        };
    }

    private static boolean isAllowed(String from, JavaClass target) {
        String to = layer(target);
        return from.equals(to)
                || MAY_IMPORT.getOrDefault(from, Set.of()).contains(to)
                || (List.of("spec", "yaml").contains(from) && SHARED_WITH_SPEC.contains(target.getName()));
    }

    private static ArchRule only(List<String> layers, String... libraries) {
        return only(layers, type -> false, libraries);
    }

    private static ArchRule only(
            List<String> layers, java.util.function.Predicate<JavaClass> excepted, String... libraries) {
        return noClasses()
                .that(describe("are outside " + layers, type -> !layers.contains(layer(type)) && !excepted.test(type)))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(libraries);
    }

    private static DescribedPredicate<JavaClass> describe(
            String text, java.util.function.Predicate<JavaClass> predicate) {
        return DescribedPredicate.describe(text, predicate);
    }

    private static String[] packages(String... layers) {
        String[] names = new String[layers.length];
        for (int i = 0; i < layers.length; i++) {
            names[i] = ROOT + "." + layers[i] + "..";
        }
        return names;
    }
}
