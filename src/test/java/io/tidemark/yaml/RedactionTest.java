package io.tidemark.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ssl.keystore.password",
                "sasl.jaas.config",
                "client.secret",
                "sasl.oauthbearer.token.endpoint.url",
                "ssl.key.location",
                "aws.CREDENTIALS.provider"
            })
    void propertiesAreSecretByTheirNames(String name) {
        assertThat(Redaction.isSecret(name)).isTrue();
        assertThat(Redaction.isSecret("fetch.min.bytes")).isFalse();
    }

    @Test
    void secretsAreHiddenWhereverTheyAppear() {
        PipelineFile file = Reader.read("""
                name: x
                kafka:
                  servers: "${HOST}:9092"
                  properties: { ssl.key.password: changeit, client.id: app }
                sources: { s: { generate: requests } }
                sinks: { out: { from: s, kafka: { topic: "${TOPIC:-fallback}" } } }
                """, Map.of("HOST", "broker.internal"), true);
        assertThat(file.problems()).isEmpty();
        Redaction redaction = file.redaction();
        assertThat(redaction.redact("cannot reach broker.internal:9092 with password changeit for fallback as app"))
                .isEqualTo("cannot reach ******:9092 with password ****** for ****** as app");
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("ssl.key.password", "changeit");
        properties.put("client.id", "app");
        assertThat(redaction.redact(properties).toString()).isEqualTo("{ssl.key.password=******, client.id=app}");
    }

    @Test
    void problemsShowNoSecrets() {
        PipelineFile file = Reader.read(
                Reader.window("where: service = '${PW}' AND hunter22 > ${LIMIT} AND x${LIMIT} > 1"),
                Map.of("PW", "hunter22", "LIMIT", "50"),
                true);
        assertThat(file.problems())
                .extracting(FileProblem::message)
                .containsExactly(
                        "there is no field ******; those of the source", "there is no field x50; those of the source");
        assertThat(Reader.lines(Reader.read(Reader.window("accuracy: ${A}"), Map.of("A", "0.75"), true)))
                .containsExactly("8:15: windows.w.accuracy: is ******; 0.001 to 0.1");
    }

    @Test
    void longerSecretsAreHiddenBeforeThoseInsideThem() {
        assertThat(new Redaction(List.of("pass", "password1")).redact("password1 pass"))
                .isEqualTo("****** ******");
        assertThat(new Redaction(List.of("", " ")).redact("a b")).isEqualTo("a b");
        assertThat(new Redaction(List.of("5")).redact("5 of 55, p5")).isEqualTo("****** of 55, p5");
    }

    @Test
    void environmentShowsNoValues() {
        assertThat(new Environment(Map.of("PW", "hunter22"), true).toString()).isEqualTo("Environment[PW]");
    }
}
