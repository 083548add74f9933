package io.tidemark.connector;

import io.tidemark.event.Event;
import io.tidemark.event.Field;
import io.tidemark.event.FieldType;
import io.tidemark.event.Origin;
import io.tidemark.event.Schema;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Made-up logins: the {@code i}-th is a pure function of the seed and {@code i}, the same on every machine.
 *
 * <p>Users log in from one address each, and one login in twelve fails. In every 100 logins one user is attacked, who is
 * silent otherwise: some five to nine logins that fail, from an address that is not his, and in one attack of three a last
 * one that does not. Times are the base + {@code i / rate} seconds, those of others than the attacked up to 2 s earlier,
 * never before the base.
 */
public final class LoginGenerator implements EventGenerator {
    private static final long serialVersionUID = 1;

    /** The fields of an event, in order. */
    public static final Schema SCHEMA = new Schema(List.of(
            new Field("timestamp", FieldType.TIMESTAMP, false),
            new Field("user", FieldType.STRING, false),
            new Field("ip", FieldType.STRING, false),
            new Field("success", FieldType.BOOLEAN, false)));

    /** Events are earlier than their place in the sequence by less than this. */
    public static final long MAX_DISORDER_MS = 2_000;

    private static final int STORY = 100;
    private static final int FEWEST_TRIES = 5;
    private static final double FAILING = 1.0 / 12;
    private static final String[] NAMES = {"ann", "bob", "cleo", "dan", "eva", "finn", "gina", "hugo", "ida", "jon"};

    private final double rate;
    private final long seed;
    private final int keys;
    private final long baseMs;
    private final int[] fields;

    /**
     * Of events of {@link #SCHEMA}.
     *
     * @param rate events per second of event time, above 0
     * @param seed of the pseudo-random sequence
     * @param keys how many users, at least 1
     * @param base the earliest time
     */
    public LoginGenerator(double rate, long seed, int keys, Instant base) {
        this(
                rate,
                seed,
                keys,
                base.toEpochMilli(),
                IntStream.range(0, SCHEMA.size()).toArray());
    }

    private LoginGenerator(double rate, long seed, int keys, long baseMs, int[] fields) {
        if (!(rate > 0) || Double.isInfinite(rate)) {
            throw new IllegalArgumentException("rate must be above 0, not " + rate);
        }
        if (keys < 1) {
            throw new IllegalArgumentException("keys must be at least 1, not " + keys);
        }
        this.rate = rate;
        this.seed = seed;
        this.keys = keys;
        this.baseMs = baseMs;
        this.fields = fields;
    }

    @Override
    public LoginGenerator withFields(List<String> names) {
        return new LoginGenerator(
                rate,
                seed,
                keys,
                baseMs,
                names.stream().mapToInt(SCHEMA::indexOf).toArray());
    }

    @Override
    public double rate() {
        return rate;
    }

    @Override
    public Event event(long i) {
        Object[] all = login(i);
        @Nullable Object[] values = new @Nullable Object[fields.length];
        for (int place = 0; place < values.length; place++) {
            values[place] = all[fields[place]];
        }
        return new Event(values, (Long) all[0], Origin.file("generate", i + 1), null);
    }

    private Object[] login(long i) {
        long due = baseMs + (long) Math.floor(i * 1000.0 / rate);
        SplitMix story = SplitMix.of(~seed, i / STORY);
        int attacked = story.below(keys);
        int tries = FEWEST_TRIES + story.below(FEWEST_TRIES);
        boolean broken = story.unit() < 1.0 / 3;
        int place = (int) (i % STORY) - story.below(STORY / 4);
        if (place >= 0 && place % 3 == 0 && place / 3 < tries) {
            boolean success = broken && place / 3 == tries - 1;
            return new Object[] {due, name(attacked), "203.0.113." + (1 + story.below(250)), success};
        }
        SplitMix random = SplitMix.of(seed, i);
        int user = random.below(keys);
        if (user == attacked) {
            user = (user + 1) % keys;
        }
        long time = Math.max(baseMs, due - random.below((int) MAX_DISORDER_MS));
        return new Object[] {
            time, name(user), "10.0." + user / 250 % 250 + "." + (1 + user % 250), random.unit() >= FAILING
        };
    }

    private static String name(int user) {
        int round = user / NAMES.length;
        return round == 0 ? NAMES[user] : NAMES[user % NAMES.length] + "-" + (round + 1);
    }
}
