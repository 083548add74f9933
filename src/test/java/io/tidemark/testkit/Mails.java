package io.tidemark.testkit;

import java.util.Optional;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;

/** The mails of an operator in one of Flink's harnesses, which run none of themselves. */
public final class Mails {
    private Mails() {}

    /** Runs all that wait, as a task does between two elements. */
    public static void run(AbstractStreamOperatorTestHarness<?> harness) throws Exception {
        TaskMailbox mailbox = harness.getTaskMailbox();
        for (Optional<Mail> mail = next(mailbox); mail.isPresent(); mail = next(mailbox)) {
            mail.get().run();
        }
    }

    private static Optional<Mail> next(TaskMailbox mailbox) {
        return mailbox.tryTake(TaskMailbox.MIN_PRIORITY);
    }

    /** Lets one wait: a watermark stands back after each step before it. */
    public static void put(AbstractStreamOperatorTestHarness<?> harness) {
        harness.getTaskMailbox().put(new Mail(() -> {}, 0, "a barrier waits"));
    }
}
