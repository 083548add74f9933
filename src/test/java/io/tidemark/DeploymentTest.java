package io.tidemark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What can be seen without Docker: the compose file, the cluster's configuration and the example fit each other. */
final class DeploymentTest {
    private static final Path COMPOSE = Path.of("docker-compose.yml");
    private static final Path PIPELINE = Path.of("flink-conf/pipelines/request-latency.yaml");

    private final Map<String, Object> compose = map(yaml(COMPOSE));
    private final Map<String, Object> services = map(compose.get("services"));

    @Test
    void composeFileHasAllServices() {
        assertThat(services).containsOnlyKeys("kafka", "topics", "state-folder", "jobmanager", "taskmanager", "job");
    }

    @Test
    void dependenciesExistAndCanMeetTheirCondition() {
        services.forEach((name, service) -> {
            map(map(service).getOrDefault("depends_on", Map.of())).forEach((target, condition) -> {
                assertThat(services).as("depends_on of %s", name).containsKey(target);
                Object wanted = map(condition).get("condition");
                Map<String, Object> other = map(services.get(target));
                if ("service_healthy".equals(wanted)) {
                    assertThat(other).as("%s, for which %s waits", target, name).containsKey("healthcheck");
                } else {
                    assertThat(wanted).isEqualTo("service_completed_successfully");
                    assertThat(other).as("%s ends", target).containsEntry("restart", "no");
                }
            });
        });
    }

    @Test
    void mountedFilesExistAndVolumesAreDeclared() {
        services.forEach((name, service) -> {
            for (Object mount : list(map(service).getOrDefault("volumes", List.of()))) {
                String source = String.valueOf(map(mount).get("source"));
                if ("volume".equals(map(mount).get("type"))) {
                    assertThat(map(compose.get("volumes")))
                            .as("volumes of %s", name)
                            .containsKey(source);
                } else if (source.equals("./target/tidemark.jar")) {
                    assertThat(pom()).contains("<finalName>tidemark</finalName>");
                } else {
                    assertThat(Path.of(source)).as("mounted into %s", name).exists();
                }
            }
        });
    }

    @Test
    void filesNamedInCommandsAreMounted() {
        Pattern inContainer = Pattern.compile("/opt/tidemark/conf/([a-z0-9./-]+)");
        int named = 0;
        for (Object service : services.values()) {
            String commands =
                    map(service).get("entrypoint") + " " + map(service).get("command");
            for (Matcher matcher = inContainer.matcher(commands); matcher.find(); named++) {
                assertThat(Path.of("flink-conf", matcher.group(1))).exists();
            }
        }
        assertThat(named).isPositive();
    }

    @Test
    void imagesHaveTheVersionsOfThePom() {
        String flink = "flink:" + property("flink.version") + "-java" + property("maven.compiler.release");
        String kafka = "apache/kafka:" + property("kafka.version");

        services.forEach((name, service) -> assertThat(map(service).get("image"))
                .as("image of %s", name)
                .isEqualTo(List.of("kafka", "topics").contains(name) ? kafka : flink));
    }

    @Test
    void topicsOfTheComposeFileAreThoseOfThePipeline() {
        Map<String, Object> environment = map(map(services.get("topics")).get("environment"));
        List<String> created = List.of(String.valueOf(environment.get("TOPICS")).split(" "));

        assertThat(new TreeSet<>(created)).isEqualTo(new TreeSet<>(topics(yaml(PIPELINE))));
    }

    @Test
    void jobReachesTheBrokerUnderTheNameItAdvertises() {
        String servers =
                String.valueOf(map(map(services.get("job")).get("environment")).get("KAFKA_SERVERS"));
        String advertised = String.valueOf(
                map(map(services.get("kafka")).get("environment")).get("KAFKA_ADVERTISED_LISTENERS"));

        assertThat(advertised.split(",")).contains("CONTAINERS://" + servers);
        assertThat(services).containsKey(servers.substring(0, servers.indexOf(':')));
    }

    @Test
    void clusterKeepsItsStateOnTheSharedVolume() {
        Map<String, Object> checkpointing =
                map(map(map(yaml(Path.of("flink-conf/config.yaml"))).get("execution"))
                        .get("checkpointing"));

        for (String name : List.of("jobmanager", "taskmanager")) {
            List<String> targets = new ArrayList<>();
            for (Object mount : list(map(services.get(name)).get("volumes"))) {
                targets.add("file://" + map(mount).get("target"));
            }
            for (String folder : List.of("dir", "savepoint-dir")) {
                assertThat(targets)
                        .as("%s of %s", folder, name)
                        .anyMatch(target ->
                                String.valueOf(checkpointing.get(folder)).startsWith(target + "/"));
            }
        }
    }

    @Test
    void clusterAndCommandLineOpenTheSamePackages() {
        Map<String, Object> opts = map(
                map(map(map(yaml(Path.of("flink-conf/config.yaml"))).get("env")).get("java"))
                        .get("opts"));
        List<String> cluster = List.of(String.valueOf(opts.get("all")).split(" "));
        List<String> script = new ArrayList<>();
        Matcher matcher = Pattern.compile("--add-(opens|exports)=\\S+").matcher(read(Path.of("scripts/tidemark")));
        while (matcher.find()) {
            script.add(matcher.group());
        }

        assertThat(script).isNotEmpty().containsExactlyInAnyOrderElementsOf(cluster);
    }

    private static List<String> topics(Object node) {
        List<String> topics = new ArrayList<>();
        if (node instanceof Map<?, ?> mapping) {
            mapping.forEach((key, value) -> {
                if (("topic".equals(key) || "topics".equals(key)) && value instanceof String topic) {
                    topics.add(topic);
                } else {
                    topics.addAll(topics(value));
                }
            });
        }
        return topics;
    }

    private static String property(String name) {
        Matcher matcher =
                Pattern.compile("<" + Pattern.quote(name) + ">([^<]+)</").matcher(pom());
        assertThat(matcher.find()).as("property %s of the pom", name).isTrue();
        return matcher.group(1);
    }

    private static String pom() {
        return read(Path.of("pom.xml"));
    }

    /** Loads a file; {@code <<} is merged here, since the core schema of YAML 1.2 has no merge keys. */
    private static Object yaml(Path file) {
        Object document =
                new Load(LoadSettings.builder().setLabel(file.toString()).build()).loadFromString(read(file));
        return merged(document);
    }

    private static Object merged(Object node) {
        if (node instanceof List<?> items) {
            return items.stream().map(DeploymentTest::merged).toList();
        }
        if (!(node instanceof Map<?, ?> mapping)) {
            return node;
        }
        Map<Object, Object> result = new LinkedHashMap<>();
        if (mapping.get("<<") instanceof Map<?, ?> parent) {
            result.putAll(map(merged(parent)));
        }
        mapping.forEach((key, value) -> {
            if (!"<<".equals(key)) {
                result.put(key, merged(value));
            }
        });
        return result;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(@Nullable Object node) {
        assertThat(node).isInstanceOf(Map.class);
        return (Map<String, Object>) node;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(@Nullable Object node) {
        assertThat(node).isInstanceOf(List.class);
        return (List<Object>) node;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
