package io.tidemark.window;

import io.tidemark.testkit.Golden;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bytes of the windows' indexes: those of today, which every later version must read. */
final class GoldenIndexTest {
    static Stream<Golden<?>> goldens() {
        SliceIndex slices = new SliceIndex();
        slices.slices.add(-3);
        slices.slices.add(12);
        slices.slices.add(400);
        slices.nodes.add(8 * 25 + 1);
        slices.fired(20, 5);
        slices.fired(20, 6);
        slices.fired(30, 1);
        slices.timer = 39;
        SessionIndex sessions = new SessionIndex();
        sessions.nextId = 4;
        sessions.add(new SessionIndex.Session(3, -70, 10, 0));
        sessions.add(new SessionIndex.Session(1, 500, 500, 2));
        sessions.timer = 1_009;
        CutSessions cut = new CutSessions();
        cut.sessions.add(new CutSessions.Session(5, 40, true, 1));
        cut.sessions.add(CutSessions.Session.of(45, 80));
        cut.withdrawn.add(new CutSessions.Withdrawn(5, 60, 3));
        cut.timer = 94;
        return Stream.of(
                new Golden<>("slices", new SliceIndexSerializer(), slices, "014e06051e8806029203042814040c0202"),
                new Golden<>("no slices", new SliceIndexSerializer(), new SliceIndex(), "01feffffffffffffffff01000000"),
                new Golden<>("sessions", new SessionIndexSerializer(), sessions, "01e20f0804068b01140002e807e80704"),
                new Golden<>("cut sessions", new CutSessionsSerializer(), cut, "01bc01040a4601025a460000020a6e06"));
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void todaysBytesAreTheGoldenOnesAndAreRead(Golden<?> golden) throws IOException {
        golden.holds();
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void aSnapshotOfTheSerializerFitsIt(Golden<?> golden) throws IOException {
        golden.fitsItsSnapshot();
    }
}
