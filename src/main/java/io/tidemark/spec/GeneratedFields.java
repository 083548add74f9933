package io.tidemark.spec;

import io.tidemark.event.FieldType;
import io.tidemark.spec.ConnectorSpec.Scenario;
import java.util.List;

/** The fields of generated events; they need no declaration. */
public final class GeneratedFields {
    /** The event time of each scenario. */
    public static final String EVENT_TIME = "timestamp";

    private static final List<FieldSpec> REQUESTS = List.of(
            FieldSpec.of(EVENT_TIME, FieldType.TIMESTAMP),
            FieldSpec.of("service", FieldType.STRING),
            FieldSpec.of("endpoint", FieldType.STRING),
            FieldSpec.of("latency_ms", FieldType.DOUBLE),
            FieldSpec.of("status", FieldType.LONG));

    private static final List<FieldSpec> LOGINS = List.of(
            FieldSpec.of(EVENT_TIME, FieldType.TIMESTAMP),
            FieldSpec.of("user", FieldType.STRING),
            FieldSpec.of("ip", FieldType.STRING),
            FieldSpec.of("success", FieldType.BOOLEAN));

    private GeneratedFields() {}

    /** The fields of {@code scenario}, in order. */
    public static List<FieldSpec> of(Scenario scenario) {
        return switch (scenario) {
            case REQUESTS -> REQUESTS;
            case LOGINS -> LOGINS;
        };
    }
}
