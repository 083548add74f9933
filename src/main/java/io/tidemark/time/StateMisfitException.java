package io.tidemark.time;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;
import org.apache.flink.util.StateMigrationException;

/** A node does not go on from state that means something else. Starting again would not help, so Flink ends the job. */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class StateMisfitException extends StateMigrationException {
    private static final long serialVersionUID = 1;

    private final String why;

    StateMisfitException(String node, List<StateMeaning.Misfit> misfits) {
        this(node + ": "
                + misfits.stream()
                        .map(misfit -> "its " + misfit.facet() + " was " + misfit.was()
                                + " when the state was written and is " + misfit.is() + " now")
                        .collect(Collectors.joining(", ")));
    }

    private StateMisfitException(String why) {
        super(why + "; undo the change, give the node another name, or start without this state");
        this.why = why;
    }

    /** What has changed, without advice. */
    public String why() {
        return why;
    }
}
