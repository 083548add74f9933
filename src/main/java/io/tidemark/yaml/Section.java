package io.tidemark.yaml;

import io.tidemark.spec.NearMiss;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A mapping with declared keys.
 *
 * @param <R> the part of the specification that it becomes
 */
final class Section<R> implements ValueType<R> {
    private static final String NOT_AVAILABLE = "not available yet";

    private final String title;
    private final Map<String, Key<?>> keys = new LinkedHashMap<>();
    private final List<String> later;
    private final Map<String, String> hints;
    private final List<Choice> choices;
    private final @Nullable Key<?> shortForm;
    private final @Nullable String ignoredPrefix;
    private final Function<Values, R> make;

    /** Keys of which exactly one must be there. */
    private record Choice(List<String> names) {}

    private Section(Builder builder, Function<Values, R> make) {
        this.title = builder.title;
        builder.keys.forEach(key -> keys.put(key.name(), key));
        this.later = List.copyOf(builder.later);
        this.hints = Map.copyOf(builder.hints);
        this.choices = List.copyOf(builder.choices);
        this.shortForm = builder.shortForm;
        this.ignoredPrefix = builder.ignoredPrefix;
        this.make = make;
    }

    /** Begins the declaration of the section that the reference calls {@code title}, such as {@code sources.NAME}. */
    static Builder titled(String title) {
        return new Builder(title);
    }

    String title() {
        return title;
    }

    List<Key<?>> keys() {
        return List.copyOf(keys.values());
    }

    /** The key whose value can stand for the whole section, or null. */
    @Nullable
    Key<?> shortForm() {
        return shortForm;
    }

    /** Whether {@code key} is one of several of which exactly one must be there. */
    boolean isChoice(Key<?> key) {
        return choices.stream().anyMatch(choice -> choice.names().contains(key.name()));
    }

    @Override
    public String word() {
        return shortForm == null ? "mapping" : shortForm.type().word() + " or mapping";
    }

    @Override
    public List<Section<?>> sections() {
        return List.of(this);
    }

    @Override
    public R read(YamlValue value) {
        Values values = new Values(value);
        if (value.isMapping()) {
            List<String> guessed = new ArrayList<>();
            List<String> present = readEntries(value, values, guessed);
            checkMissing(value, present, guessed);
        } else if (shortForm != null && value.isScalar()) {
            values.read(shortForm, value.shortFor(shortForm));
        } else {
            value.error(value.kind() + "; " + expected());
        }
        return make.apply(values);
    }

    /** The entries of {@code value} that are no keys, or none that are available. */
    List<YamlValue> unknown(YamlValue value) {
        return value.entries().stream()
                .filter(entry -> !keys.containsKey(entry.name()) && !isIgnored(entry.name()))
                .toList();
    }

    private boolean isIgnored(String name) {
        return ignoredPrefix != null && name.startsWith(ignoredPrefix);
    }

    private String expected() {
        return (shortForm == null ? "" : shortForm.type().word().replace(" \\| ", ", ") + ", or ") + "a mapping of "
                + String.join(", ", keys.keySet());
    }

    /** The keys that are there; {@code guessed} takes those that unknown ones probably stand for. */
    private List<String> readEntries(YamlValue value, Values values, List<String> guessed) {
        List<String> present = new ArrayList<>();
        for (YamlValue entry : value.entries()) {
            Key<?> key = keys.get(entry.name());
            if (key != null) {
                present.add(key.name());
                values.read(key, value.as(key, entry));
            } else if (later.contains(entry.name())) {
                present.add(entry.name());
                entry.gapAtKey(NOT_AVAILABLE);
            } else if (!isIgnored(entry.name())) {
                entry.gapAtKey("unknown key \"" + entry.name() + "\"" + advice(entry.name()));
                meant(entry.name()).filter(it -> !present.contains(it)).ifPresent(it -> {
                    guessed.add(it); // one mistake, not also a missing key
                    value.reading().gap(value.path() + "." + it);
                });
            }
        }
        return present;
    }

    /** What to write in place of an unknown key. */
    private String advice(String word) {
        String hint = hints.get(NearMiss.plain(word));
        if (hint != null) {
            return "; " + hint;
        }
        Optional<String> foreign = foreign(word);
        if (foreign.isPresent()) {
            return "; use " + foreign.get();
        }
        return near(word)
                .map(name -> "; did you mean " + name + "?")
                .orElse("; allowed: " + String.join(", ", keys.keySet()));
    }

    /** The key that an unknown one stands for, as far as can be told. */
    private Optional<String> meant(String word) {
        if (hints.containsKey(NearMiss.plain(word))) {
            return Optional.empty();
        }
        return foreign(word).or(() -> near(word)).filter(keys::containsKey);
    }

    /** The key that other tools call {@code word}. */
    private Optional<String> foreign(String word) {
        String plain = NearMiss.plain(word);
        return keys.values().stream()
                .filter(key -> key.words().stream()
                        .anyMatch(other -> NearMiss.plain(other).equals(plain)))
                .map(key -> key.name())
                .findFirst();
    }

    private Optional<String> near(String word) {
        List<String> known = new ArrayList<>(keys.keySet());
        known.addAll(later);
        return NearMiss.of(word, known);
    }

    private void checkMissing(YamlValue value, List<String> present, List<String> guessed) {
        for (Key<?> key : keys.values()) {
            String required = key.required();
            if (required != null && !present.contains(key.name()) && !guessed.contains(key.name())) {
                value.missing(key.name(), "is missing; " + required);
            }
        }
        for (Choice choice : choices) {
            List<String> chosen =
                    present.stream().filter(choice.names()::contains).toList();
            List<String> allowed =
                    choice.names().stream().filter(keys::containsKey).toList();
            if (chosen.isEmpty() && guessed.stream().noneMatch(choice.names()::contains)) {
                value.reading().gap(value.path() + "." + allowed.get(0));
                value.keyError((allowed.size() == 1 ? "" : "one of ") + String.join(", ", allowed) + " is missing");
            } else if (chosen.size() > 1) {
                value.keyError("has " + String.join(" and ", chosen) + "; exactly one of them");
            }
        }
    }

    /** The declaration of a section. */
    static final class Builder {
        private final String title;
        private final List<Key<?>> keys = new ArrayList<>();
        private final List<String> later = new ArrayList<>();
        private final Map<String, String> hints = new LinkedHashMap<>();
        private final List<Choice> choices = new ArrayList<>();
        private @Nullable Key<?> shortForm;
        private @Nullable String ignoredPrefix;

        private Builder(String title) {
            this.title = title;
        }

        /** Its keys, in the order of the reference. */
        Builder keys(Key<?>... more) {
            keys.addAll(List.of(more));
            return this;
        }

        /** Keys of the contract that are not built yet. */
        Builder later(String... names) {
            later.addAll(List.of(names));
            return this;
        }

        /** What to say of a word that is no key here, whatever separators it is written with. */
        Builder hint(String word, String message) {
            hints.put(NearMiss.plain(word), message);
            return this;
        }

        /** Exactly one of these keys must be there; names of {@link #later} ones count. */
        Builder exactlyOne(String... names) {
            choices.add(new Choice(List.of(names)));
            return this;
        }

        /** A single value stands for a section with this key alone. */
        Builder shortForm(Key<?> key) {
            shortForm = key;
            return this;
        }

        /** Keys that begin so are not looked at. */
        Builder ignoring(String prefix) {
            ignoredPrefix = prefix;
            return this;
        }

        /** The section, and what it becomes. */
        <S> Section<S> make(Function<Values, S> function) {
            return new Section<>(this, function);
        }
    }
}
