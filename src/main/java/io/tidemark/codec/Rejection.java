package io.tidemark.codec;

/**
 * Why a record, or one value of it, is rejected; it stands in the value's place until the record is complete.
 *
 * @param reason one of the constants here
 * @param detail one sentence for a person
 */
record Rejection(String reason, String detail) {
    static final String MALFORMED = "malformed";
    static final String MISSING_FIELD = "missing-field";
    static final String WRONG_TYPE = "wrong-type";
    static final String TOO_LARGE = "too-large";

    private static final int SHOWN = 60;

    static Rejection wrongType(String detail) {
        return new Rejection(WRONG_TYPE, detail);
    }

    /** Text from a record as a detail may show it: on one line, and not too long. */
    static String shown(String text) {
        int length = Math.min(text.length(), SHOWN);
        StringBuilder line = new StringBuilder(length + 3);
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            line.append(Character.isISOControl(c) ? ' ' : c);
        }
        return text.length() > SHOWN ? line.append("...").toString() : line.toString();
    }
}
