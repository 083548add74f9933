package io.tidemark.job;

import io.tidemark.codec.DecodedField;
import io.tidemark.codec.JsonDecoder;
import io.tidemark.codec.RecordDecoder;
import io.tidemark.spec.FieldSpec;
import io.tidemark.spec.FormatSpec;
import io.tidemark.spec.Schemas;
import io.tidemark.spec.SourceSpec;
import io.tidemark.time.TimeGuard;
import io.tidemark.time.WallClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decoders of sources, from their specification. */
final class Decoders {
    private Decoders() {}

    /** The decoder of a running source. */
    static RecordDecoder live(SourceSpec source) {
        return guarded(source, source.watermark().futureLimit(), WallClock.system());
    }

    /**
     * The decoder of a replayed source.
     *
     * @param now the wall clock that the future limit sees, or null for no limit
     */
    static RecordDecoder replayed(SourceSpec source, @Nullable Instant now) {
        return now == null
                ? guarded(source, null, WallClock.fixed(0))
                : guarded(source, source.watermark().futureLimit(), WallClock.fixed(now.toEpochMilli()));
    }

    private static RecordDecoder guarded(SourceSpec source, @Nullable Duration futureLimit, WallClock clock) {
        TimeGuard guard = new TimeGuard(source.watermark().notBefore(), futureLimit, clock);
        return new SourceDecoder(decoder(source), guard, Schemas.of(source), source.name());
    }

    private static RecordDecoder decoder(SourceSpec source) {
        if (source.format() instanceof FormatSpec.Json) {
            return new JsonDecoder(source.name(), fields(source.fields()), eventTime(source), source.maxBytes());
        }
        throw new IllegalArgumentException("no decoder for " + source.format());
    }

    private static int eventTime(SourceSpec source) {
        return source.eventTime().equals(SourceSpec.RECORD_TIMESTAMP)
                ? JsonDecoder.RECORD_TIMESTAMP
                : Schemas.of(source).indexOf(source.eventTime());
    }

    private static List<DecodedField> fields(List<FieldSpec> specs) {
        return specs.stream().map(Decoders::field).toList();
    }

    private static DecodedField field(FieldSpec spec) {
        return new DecodedField(
                spec.name(),
                spec.type(),
                spec.path(),
                spec.optional(),
                spec.defaultValue(),
                spec.unit(),
                spec.pattern(),
                spec.zone(),
                spec.elementType(),
                fields(spec.elementFields()));
    }
}
