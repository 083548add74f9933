package io.tidemark.connector;

import io.tidemark.spec.KafkaSpec;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Client properties of one Kafka source or sink: the pipeline's, then its own over them. */
final class KafkaProperties {
    private static final String[] SECRET_WORDS = {"password", "secret", "token", "key", "credential", "jaas"};

    private KafkaProperties() {}

    /** The properties as the user wrote them. */
    static Properties merged(KafkaSpec defaults, Map<String, String> own) {
        Properties properties = new Properties();
        properties.putAll(defaults.properties());
        properties.putAll(own);
        return properties;
    }

    /**
     * The bootstrap servers.
     *
     * @throws IllegalArgumentException if there are none; a checked specification has some
     */
    static String servers(KafkaSpec defaults, @Nullable String own) {
        String servers = own == null ? defaults.servers() : own;
        if (servers == null) {
            throw new IllegalArgumentException("no Kafka servers given");
        }
        return servers;
    }

    /** {@code text} with the values of secret properties as {@code ******}. */
    static String withoutSecrets(String text, Properties properties) {
        String shown = text;
        for (String name : properties.stringPropertyNames()) {
            String value = properties.getProperty(name);
            if (!value.isEmpty() && isSecret(name)) {
                shown = shown.replace(value, "******");
            }
        }
        return shown;
    }

    private static boolean isSecret(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (String word : SECRET_WORDS) {
            if (lower.contains(word)) {
                return true;
            }
        }
        return false;
    }
}
