package io.tidemark.job;

import io.tidemark.alert.AlertKey;
import io.tidemark.alert.AlertPlan;
import io.tidemark.alert.AlertTags;
import io.tidemark.alert.CooldownFunction;
import io.tidemark.event.Alert;
import io.tidemark.event.AlertTypeInfo;
import io.tidemark.event.KeyTypeInfo;
import io.tidemark.event.Schema;
import io.tidemark.event.SideRecord;
import io.tidemark.event.SideRecordTypeInfo;
import io.tidemark.spec.AlertSpec;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.OutputTag;

/** Events to alerts: key → one operator for the form → what a cooldown lets pass; late and failed events go to the side. */
public final class AlertStage {
    private AlertStage() {}

    /**
     * What an alert puts out.
     *
     * @param key the key fields
     * @param alerts the alerts
     * @param late events behind time
     * @param failed events for which an expression failed
     */
    public record Outputs(
            Schema key, DataStream<Alert> alerts, DataStream<SideRecord> late, DataStream<SideRecord> failed) {}

    /**
     * Puts the alert {@code spec}, which has been validated, on {@code input}.
     *
     * @param uids the uids of the pipeline that the alert belongs to
     */
    public static Outputs watch(Uids uids, AlertSpec spec, AlertInput input) {
        String node = spec.name();
        AlertPlan plan = AlertPlanner.plan(spec, input);
        OutputTag<SideRecord> late = new OutputTag<>(node + ".late", SideRecordTypeInfo.INSTANCE);
        OutputTag<SideRecord> failed = new OutputTag<>(node + ".failed", SideRecordTypeInfo.INSTANCE);
        AlertTags tags = new AlertTags(late, failed);
        if (spec.form() instanceof AlertSpec.BurnRate form) {
            BurnRateStage.Outputs burn = BurnRateStage.watch(uids, form, plan, input.events(), tags);
            return new Outputs(
                    AlertPlanner.key(spec, input),
                    cooled(uids, spec, burn.alerts()),
                    burn.alerts().getSideOutput(late),
                    burn.failed());
        }
        SingleOutputStreamOperator<Alert> decided = input.events()
                .keyBy(new AlertKey(plan), KeyTypeInfo.INSTANCE)
                .transform(node + ": alert", AlertTypeInfo.INSTANCE, AlertOperators.of(spec, input, plan, tags))
                .uid(uids.alert(node));
        return new Outputs(
                AlertPlanner.key(spec, input),
                cooled(uids, spec, decided),
                decided.getSideOutput(late),
                decided.getSideOutput(failed));
    }

    private static DataStream<Alert> cooled(Uids uids, AlertSpec spec, SingleOutputStreamOperator<Alert> decided) {
        String node = spec.name();
        return spec.cooldown() == null
                ? decided
                : decided.keyBy(Alert::groupingKey, KeyTypeInfo.INSTANCE)
                        .process(
                                new CooldownFunction(node, spec.cooldown().toMillis(), behindMs(spec), forgetMs(spec)),
                                AlertTypeInfo.INSTANCE)
                        .name(node + ": cooldown")
                        .uid(uids.cooldown(node));
    }

    /** How long after its time an alert comes out at the latest: a match waits for older ones that could leave it out. */
    private static long behindMs(AlertSpec spec) {
        return spec.form() instanceof AlertSpec.Pattern pattern
                ? pattern.within().toMillis()
                : 0;
    }

    /** How long after its firing an alert may be forgotten without being resolved. */
    private static long forgetMs(AlertSpec spec) {
        return spec.form() instanceof AlertSpec.Absence absence
                ? absence.forgetAfter().toMillis()
                : Long.MAX_VALUE;
    }
}
