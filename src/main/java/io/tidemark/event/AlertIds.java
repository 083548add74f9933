package io.tidemark.event;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.types.StringValue;
import org.jspecify.annotations.Nullable;

/** What names an alert for ever: equal alerts, keys, beginnings and pairs have equal ids, on every machine. */
public final class AlertIds {
    private static final int BYTES = 16;

    private AlertIds() {}

    /**
     * The id: 32 hexadecimal digits, the first half of the SHA-256 of its parts.
     *
     * @param alert the node's name
     * @param key the key it is about
     * @param since where it began, milliseconds since the epoch
     * @param pair what tells several alerts of one beginning apart, such as a burn rate's pair of windows; or null
     */
    public static String of(String alert, Key key, long since, @Nullable String pair) {
        DataOutputSerializer out = new DataOutputSerializer(64);
        try {
            StringValue.writeString(alert, out);
            KeySerializer.INSTANCE.serialize(key, out);
            ValueSerialization.writeLong(since, out);
            ValueSerialization.write(pair, out);
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(out.getSharedBuffer(), 0, out.length());
            return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing is written but to memory
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }
}
