package io.tidemark.cli;

import io.tidemark.codec.FlatJson;
import io.tidemark.spec.WindowSpec;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Shows a window's rows: on a terminal as a table of the latest row of each key, else as plain lines. */
final class DemoDisplay {
    private static final String CLEAR = "\u001b[H\u001b[2J";

    private final List<String> columns;
    private final DemoTable table;
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

    /** Takes rows as the result topic has them and shows them. */
    void show(List<byte[]> rows) throws IOException {
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
        if (terminal && !rows.isEmpty()) {
            out.print(CLEAR);
            table.lines().forEach(out::println);
            out.flush();
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
