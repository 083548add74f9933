package io.tidemark.job;

import io.tidemark.connector.EventGenerator;
import io.tidemark.connector.LoginGenerator;
import io.tidemark.connector.RequestGenerator;
import io.tidemark.spec.ConnectorSpec;
import io.tidemark.spec.FieldSpec;
import io.tidemark.spec.SourceSpec;

/** Generators of sources, from their specification. */
final class Generators {
    private Generators() {}

    /** The generator of {@code spec}, of events with the fields of {@code source}. */
    static EventGenerator of(ConnectorSpec.Generate spec, SourceSpec source) {
        EventGenerator generator = switch (spec.scenario()) {
            case REQUESTS -> new RequestGenerator(spec.rate(), spec.seed(), spec.keys(), RequestGenerator.BASE);
            case LOGINS -> new LoginGenerator(spec.rate(), spec.seed(), spec.keys(), RequestGenerator.BASE);
        };
        return generator.withFields(
                source.fields().stream().map(FieldSpec::name).toList());
    }
}
