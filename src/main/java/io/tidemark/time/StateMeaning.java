package io.tidemark.time;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the state of a node means, facet by facet: a window's key, size, aggregates and so on. It is kept beside the state, as
 * text, so that state is never taken for what it is not: the same bytes are another window's rows once its size is
 * another. A facet that only one side knows, as another version or kind of window, is not compared. Immutable.
 */
public final class StateMeaning implements Serializable {
    private static final long serialVersionUID = 1;

    private final Facet[] facets;

    /** @param facets in the order in which misfits are told, each name once */
    public StateMeaning(List<Facet> facets) {
        this.facets = facets.toArray(Facet[]::new);
    }

    /**
     * One thing that must not change while there is state.
     *
     * @param name what a person calls it, such as {@code size}
     * @param shown its value for a person
     * @param compared its value in a canonical form, without line breaks and tabs: the same state means the same text,
     *     in every version
     */
    public record Facet(String name, String shown, String compared) implements Serializable {
        /** Line breaks and tabs, which stand between facets and their parts, become other characters. */
        public Facet {
            shown = shown.strip().replaceAll("\\s+", " ");
            compared = compared.replace('\t', '\u2409').replace('\n', '\u240a').replace('\r', '\u240d');
        }
    }

    /**
     * A facet whose value has changed.
     *
     * @param facet its name
     * @param was its value when the state was written
     * @param is its value now, another text
     */
    public record Misfit(String facet, String was, String is) {}

    /** One line a facet, for {@link #of}. */
    public List<String> lines() {
        return Arrays.stream(facets)
                .map(facet -> facet.name() + "\t" + facet.shown() + "\t" + facet.compared())
                .toList();
    }

    /** The meaning whose {@link #lines()} these are. */
    public static StateMeaning of(List<String> lines) {
        return new StateMeaning(lines.stream()
                .map(line -> line.split("\t", -1))
                .filter(parts -> parts.length == 3)
                .map(parts -> new Facet(parts[0], parts[1], parts[2]))
                .toList());
    }

    /** What has changed since {@code earlier}, in the order of the facets. */
    public List<Misfit> misfits(StateMeaning earlier) {
        List<Misfit> misfits = new ArrayList<>();
        for (Facet is : facets) {
            Arrays.stream(earlier.facets)
                    .filter(was ->
                            was.name().equals(is.name()) && !was.compared().equals(is.compared()))
                    .findFirst()
                    .map(was -> misfit(was, is))
                    .ifPresent(misfits::add);
        }
        return misfits;
    }

    private static Misfit misfit(Facet was, Facet is) {
        return was.shown().equals(is.shown())
                ? new Misfit(is.name(), was.compared(), is.compared())
                : new Misfit(is.name(), was.shown(), is.shown());
    }
}
