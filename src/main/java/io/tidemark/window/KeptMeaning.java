package io.tidemark.window;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.StateInitializationContext;

/** What an operator's state means, kept beside it. The operators of a node ask before they open any other state. */
public final class KeptMeaning {
    private static final ListStateDescriptor<String> MEANING = new ListStateDescriptor<>("meaning", Types.STRING);

    private KeptMeaning() {}

    /** @throws StateMisfitException if the state to go on from means something else than {@code plan} */
    public static void check(StateInitializationContext context, WindowPlan plan) throws Exception {
        // Every subtask that had state wrote one, so after rescaling at least one subtask sees what does not fit.
        ListState<String> kept = context.getOperatorStateStore().getListState(MEANING);
        List<String> earlier = new ArrayList<>();
        for (String meaning : kept.get()) {
            earlier.addAll(meaning.lines().toList());
        }
        List<StateMeaning.Misfit> misfits = plan.meaning().misfits(StateMeaning.of(earlier));
        if (!misfits.isEmpty()) {
            throw new StateMisfitException(plan.schema().node(), misfits);
        }
        kept.update(List.of(String.join("\n", plan.meaning().lines())));
    }
}
