package io.tidemark.job;

import io.tidemark.event.WindowResult;
import io.tidemark.spec.WindowSpec;
import io.tidemark.window.CutSessionOperator;
import io.tidemark.window.Emission;
import io.tidemark.window.PartialCells;
import io.tidemark.window.SessionCells;
import io.tidemark.window.SessionCut;
import io.tidemark.window.SessionWindowOperator;
import io.tidemark.window.SliceShape;
import io.tidemark.window.SliceWindowOperator;
import io.tidemark.window.WindowInput;
import io.tidemark.window.WindowPlan;
import io.tidemark.window.WindowTags;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;

/** The operators of a window on both sides of the key shuffle, from its specification. */
final class WindowOperators {
    private WindowOperators() {}

    /**
     * Whether events may come to the window's operator as partial accumulators of several. Not where a session can be cut:
     * any of its events may become the first of the next.
     */
    static boolean takesPartials(WindowSpec spec) {
        return !(spec.assigner() instanceof WindowSpec.Session session) || session.max() == null;
    }

    /**
     * The operator behind the key shuffle.
     *
     * @param mostHeap how many bytes its cache may take at most
     */
    static OneInputStreamOperator<WindowInput, WindowResult> of(
            WindowSpec spec, WindowPlan plan, WindowTags tags, long mostHeap) {
        long earlyMs = earlyMs(spec);
        Emission emission =
                new Emission(spec.allowedLateness().toMillis(), spec.emit() == WindowSpec.Emit.FINAL, earlyMs);
        if (spec.assigner() instanceof WindowSpec.Session session && session.max() != null) {
            SessionCut cut =
                    new SessionCut(session.gap().toMillis(), session.max().toMillis());
            return new CutSessionOperator(plan, cut, emission, tags);
        }
        if (spec.assigner() instanceof WindowSpec.Session session) {
            return new SessionWindowOperator(plan, session.gap().toMillis(), emission, tags, mostHeap);
        }
        return new SliceWindowOperator(plan, shape(spec.assigner(), earlyMs), emission, tags, mostHeap);
    }

    /** Which events may be put together in front of the key shuffle. */
    static PartialCells cells(WindowSpec spec) {
        if (spec.assigner() instanceof WindowSpec.Session session) {
            return new SessionCells(takesPartials(spec) ? session.gap().toMillis() : 1);
        }
        return shape(spec.assigner(), earlyMs(spec));
    }

    private static long earlyMs(WindowSpec spec) {
        return spec.early() == null ? 0 : spec.early().toMillis();
    }

    private static SliceShape shape(WindowSpec.Assigner assigner, long earlyMs) {
        if (assigner instanceof WindowSpec.Hopping hopping) {
            return SliceShape.hopping(
                    hopping.size().toMillis(),
                    hopping.every().toMillis(),
                    hopping.offset().toMillis(),
                    earlyMs);
        }
        if (assigner instanceof WindowSpec.Cumulative cumulative) {
            return SliceShape.cumulative(
                    cumulative.size().toMillis(), cumulative.every().toMillis());
        }
        WindowSpec.Tumbling tumbling = (WindowSpec.Tumbling) assigner;
        long size = tumbling.size().toMillis();
        return SliceShape.hopping(size, size, tumbling.offset().toMillis(), earlyMs);
    }
}
