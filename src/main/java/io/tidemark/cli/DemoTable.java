package io.tidemark.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The latest row of each key, as lines of a table. */
final class DemoTable {
    private final List<String> header;
    private final int keyColumns;
    private final Map<String, List<String>> rows = new TreeMap<>();

    /**
     * @param header the columns' names, the key's first
     * @param keyColumns how many columns are the key
     */
    DemoTable(List<String> header, int keyColumns) {
        this.header = List.copyOf(header);
        this.keyColumns = keyColumns;
    }

    /** Takes the place of the key's row. */
    void put(List<String> row) {
        rows.put(String.join("\u0000", row.subList(0, keyColumns)), List.copyOf(row));
    }

    /** The number of keys. */
    int size() {
        return rows.size();
    }

    /** The table, header first; numbers stand at the right. */
    List<String> lines() {
        int[] widths = new int[header.size()];
        List<List<String>> all = new ArrayList<>();
        all.add(header);
        all.addAll(rows.values());
        for (List<String> row : all) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return all.stream().map(row -> line(row, widths)).toList();
    }

    private String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String alignment = i < keyColumns ? "%-" : "%";
            line.append(i == 0 ? "" : "  ").append(String.format(Locale.ROOT, alignment + widths[i] + "s", row.get(i)));
        }
        return line.toString();
    }
}
