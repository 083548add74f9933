package io.tidemark.time;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.StateInitializationContext;

/** What an operator's state means, kept beside it. An operator asks before it opens any other state. */
public final class KeptMeaning {
    private static final ListStateDescriptor<String> MEANING = new ListStateDescriptor<>("meaning", Types.STRING);

    private KeptMeaning() {}

    /**
     * Compares, and keeps.
     *
     * @param node the kind and name of the node, such as {@code window latency}
     * @throws StateMisfitException if the state to go on from means something else than {@code meaning}
     */
    public static void check(StateInitializationContext context, String node, StateMeaning meaning) throws Exception {
        // Every subtask that had state wrote one, so after rescaling at least one subtask sees what does not fit.
        ListState<String> kept = context.getOperatorStateStore().getListState(MEANING);
        List<String> earlier = new ArrayList<>();
        for (String text : kept.get()) {
            earlier.addAll(text.lines().toList());
        }
        List<StateMeaning.Misfit> misfits = meaning.misfits(StateMeaning.of(earlier));
        if (!misfits.isEmpty()) {
            throw new StateMisfitException(node, misfits);
        }
        kept.update(List.of(String.join("\n", meaning.lines())));
    }
}
