package io.tidemark.time;

import java.util.concurrent.CompletableFuture;

/** Makes a reader that waits for records be polled all the same; may be rung by any thread. */
final class Wakeup {
    private volatile boolean rung;
    private volatile CompletableFuture<Void> bell = new CompletableFuture<>();
    private CompletableFuture<Void> joinedReader = new CompletableFuture<>();
    private CompletableFuture<Void> joinedBell = new CompletableFuture<>();
    private CompletableFuture<Void> joined = new CompletableFuture<>();

    void ring() {
        rung = true;
        bell.complete(null);
    }

    /** Whether it was rung since the last call; for the reader's own thread only, as what follows. */
    boolean answer() {
        if (!rung && !bell.isDone()) {
            return false;
        }
        rung = false;
        bell = new CompletableFuture<>();
        if (rung) { // by somebody who may have seen the bell of before
            bell.complete(null);
        }
        return true;
    }

    /** Done when it is rung. */
    CompletableFuture<Void> alone() {
        return bell;
    }

    /** Done when {@code reader} is or when it is rung. */
    CompletableFuture<Void> or(CompletableFuture<Void> reader) {
        CompletableFuture<Void> mine = bell;
        if (reader.isDone() || mine.isDone()) {
            return reader.isDone() ? reader : mine;
        }
        // Made anew only when needed, as each leaves something behind in the reader's future until that is done.
        if (reader != joinedReader || mine != joinedBell) {
            joinedReader = reader;
            joinedBell = mine;
            joined = CompletableFuture.anyOf(reader, mine).thenRun(() -> {});
        }
        return joined;
    }
}
