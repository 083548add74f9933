package io.tidemark;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;

/** Calls whose result depends on when, where or how often a program runs, as conditions that name each call. */
final class AmbientCalls {
    private static final Set<String> WALL_CLOCK = Set.of(
            "java.lang.System.currentTimeMillis()",
            "java.lang.System.nanoTime()",
            "java.time.Instant.now()",
            "java.time.LocalDate.now()",
            "java.time.LocalDateTime.now()",
            "java.time.OffsetDateTime.now()",
            "java.time.ZonedDateTime.now()",
            "java.time.Year.now()",
            "java.time.Clock.systemUTC()",
            "java.time.Clock.systemDefaultZone()",
            "java.util.Date.<init>()");

    private static final Set<String> CHANCE = Set.of(
            "java.lang.Math.random()",
            "java.util.Random.<init>()",
            "java.util.SplittableRandom.<init>()",
            "java.util.UUID.randomUUID()",
            "java.util.concurrent.ThreadLocalRandom.current()",
            "java.security.SecureRandom.<init>()",
            "java.util.Collections.shuffle(java.util.List)");

    private static final Set<String> DEFAULTS_OF_THE_MACHINE = Set.of(
            "java.util.Locale.getDefault()",
            "java.util.TimeZone.getDefault()",
            "java.time.ZoneId.systemDefault()",
            "java.time.Clock.systemDefaultZone()",
            "java.time.LocalDate.now()",
            "java.time.LocalDateTime.now()",
            "java.time.ZonedDateTime.now()",
            "java.nio.charset.Charset.defaultCharset()",
            "java.lang.String.toLowerCase()",
            "java.lang.String.toUpperCase()",
            "java.lang.String.format(java.lang.String, [Ljava.lang.Object;)",
            "java.lang.String.formatted([Ljava.lang.Object;)",
            "java.lang.String.getBytes()",
            "java.lang.String.<init>([B)",
            "java.lang.String.<init>([B, int, int)",
            "java.io.InputStreamReader.<init>(java.io.InputStream)",
            "java.io.OutputStreamWriter.<init>(java.io.OutputStream)",
            "java.io.ByteArrayOutputStream.toString()",
            "java.io.FileReader.<init>(java.io.File)",
            "java.io.FileReader.<init>(java.lang.String)",
            "java.io.FileWriter.<init>(java.io.File)",
            "java.io.FileWriter.<init>(java.lang.String)",
            "java.util.Scanner.<init>(java.io.InputStream)",
            "java.text.SimpleDateFormat.<init>(java.lang.String)",
            "java.text.DecimalFormat.<init>(java.lang.String)",
            "java.text.NumberFormat.getInstance()",
            "java.time.format.DateTimeFormatter.ofPattern(java.lang.String)");

    private AmbientCalls() {}

    static ArchCondition<JavaClass> wallClock() {
        return access("read the wall clock", WALL_CLOCK);
    }

    static ArchCondition<JavaClass> chance() {
        return access("use unseeded randomness", CHANCE);
    }

    static ArchCondition<JavaClass> defaultsOfTheMachine() {
        return access("use the default locale, zone or charset", DEFAULTS_OF_THE_MACHINE);
    }

    /** Satisfied by a call or a method reference, so that {@code noClasses().should(…)} reports it. */
    private static ArchCondition<JavaClass> access(String what, Set<String> signatures) {
        return new ArchCondition<>(what) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (JavaAccess<?> access : type.getAccessesFromSelf()) {
                    boolean found = signatures.contains(access.getTarget().getFullName());
                    events.add(new SimpleConditionEvent(access, found, access.getDescription()));
                }
            }
        };
    }
}
