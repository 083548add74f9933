package io.tidemark.yaml;

import io.tidemark.spec.ConnectorSpec.Scenario;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which events are generated. */
final class ScenarioType implements ValueType<Scenario> {
    private static final List<String> LATER = List.of("orders");
    private final ValueType<Scenario> known = Types.oneOf(Scenario.class, Map.of());

    @Override
    public String word() {
        return known.word();
    }

    @Override
    public @Nullable Scenario read(YamlValue value) {
        String text = Types.TEXT.read(value);
        if (text != null && LATER.contains(text)) {
            value.error(text + " is not available yet; " + known.word().replace(" \\| ", ", "));
            return null;
        }
        return text == null ? null : known.read(value);
    }

    @Override
    public String format(Scenario value) {
        return known.format(value);
    }
}
