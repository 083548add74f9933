package io.tidemark.job;

import io.tidemark.event.WindowResult;
import io.tidemark.spec.WindowSpec;
import io.tidemark.window.CutSessionOperator;
import io.tidemark.window.Emission;
import io.tidemark.window.SessionCut;
import io.tidemark.window.SessionWindowOperator;
import io.tidemark.window.SliceShape;
import io.tidemark.window.SliceWindowOperator;
import io.tidemark.window.WindowInput;
import io.tidemark.window.WindowPlan;
import io.tidemark.window.WindowTags;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;

/** The window operators, from a window's specification. */
final class WindowOperators {
    private WindowOperators() {}

    /**
     * Whether events may come to the window's operator as partial accumulators of several. Not where a session can be cut:
     * any of its events may become the first of the next.
     */
    static boolean takesPartials(WindowSpec spec) {
        return !(spec.assigner() instanceof WindowSpec.Session session) || session.max() == null;
    }

    static OneInputStreamOperator<WindowInput, WindowResult> of(WindowSpec spec, WindowPlan plan, WindowTags tags) {
        long earlyMs = spec.early() == null ? 0 : spec.early().toMillis();
        Emission emission =
                new Emission(spec.allowedLateness().toMillis(), spec.emit() == WindowSpec.Emit.FINAL, earlyMs);
        if (spec.assigner() instanceof WindowSpec.Session session && session.max() != null) {
            SessionCut cut =
                    new SessionCut(session.gap().toMillis(), session.max().toMillis());
            return new CutSessionOperator(plan, cut, emission, tags);
        }
        if (spec.assigner() instanceof WindowSpec.Session session) {
            return new SessionWindowOperator(plan, session.gap().toMillis(), emission, tags);
        }
        return new SliceWindowOperator(plan, shape(spec.assigner(), earlyMs), emission, tags);
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
