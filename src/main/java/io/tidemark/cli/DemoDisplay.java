package io.tidemark.cli;

import io.tidemark.codec.FlatJson;
import io.tidemark.spec.WindowSpec;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Shows a window's rows and its alerts: on a terminal as a table of the latest row of each key, else as plain lines. */
final class DemoDisplay {
    private static final int ALERTS = 5;
    private static final String CLEAR = "\u001b[H\u001b[2J";

    private final List<String> columns;
    private final DemoTable table;
    private final List<String> alerts = new ArrayList<>();
    private final boolean terminal;
    private final PrintStream out;
    private boolean headed;

    DemoDisplay(WindowSpec window, boolean terminal, PrintStream out) {
        this.columns = new ArrayList<>(window.key());
        columns.add("window_end");
        columns.addAll(window.aggregates().keySet());
        this.table = new DemoTable(columns, window.key().size());
        this.terminal = terminal;
        this.out = out;
    }

    /** Takes rows and alerts as their topics have them and shows them. */
    void show(List<byte[]> rows, List<byte[]> alertRows) throws IOException {
        for (byte[] row : rows) {
            Map<String, String> members = FlatJson.read(row);
            List<String> cells = columns.stream()
                    .map(column -> shortened(members.getOrDefault(column, "")))
                    .toList();
            table.put(cells);
            if (!terminal) {
                plain(cells);
            }
        }
        for (byte[] row : alertRows) {
            alert(FlatJson.read(row));
        }
        if (terminal && !(rows.isEmpty() && alertRows.isEmpty())) {
            out.print(CLEAR);
            table.lines().forEach(out::println);
            alerts.forEach(out::println);
            out.flush();
        }
    }

    private void alert(Map<String, String> members) {
        String line = String.join(
                "\t",
                "alert",
                members.getOrDefault("state", ""),
                members.getOrDefault("at", ""),
                members.getOrDefault("message", ""));
        if (terminal) {
            alerts.add(line);
            alerts.subList(0, Math.max(0, alerts.size() - ALERTS)).clear();
        } else {
            out.println(line);
        }
    }

    private void plain(List<String> cells) {
        if (!headed) {
            out.println(String.join("\t", columns));
            headed = true;
        }
        out.println(String.join("\t", cells));
    }

    /** Numbers with at most two digits behind the point: this is for looking at, the topic has them all. */
    private static String shortened(String text) {
        int point = text.indexOf('.');
        boolean number = point > 0 && text.chars().allMatch(it -> it == '.' || it == '-' || Character.isDigit(it));
        return number && text.length() > point + 3 ? text.substring(0, point + 3) : text;
    }
}
