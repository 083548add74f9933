package io.tidemark.job;

import io.tidemark.connector.RequestGenerator;
import io.tidemark.spec.ConnectorSpec;

/** Generators of sources, from their specification. */
final class Generators {
    private Generators() {}

    static RequestGenerator of(ConnectorSpec.Generate spec) {
        return switch (spec.scenario()) {
            case REQUESTS -> new RequestGenerator(spec.rate(), spec.seed(), spec.keys(), RequestGenerator.BASE);
        };
    }
}
