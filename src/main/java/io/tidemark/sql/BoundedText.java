package io.tidemark.sql;

/** A text that may be looked at only so often, so that no regular expression goes on for ever. */
final class BoundedText implements CharSequence {
    private static final int LOOKS = 10_000_000;

    private final String text;
    private final int[] looks;

    BoundedText(String text) {
        this(text, new int[1]);
    }

    private BoundedText(String text, int[] looks) {
        this.text = text;
        this.looks = looks;
    }

    @Override
    public char charAt(int index) {
        if (++looks[0] > LOOKS) {
            throw new EvaluationException("the regular expression takes too long for this text");
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return new BoundedText(text.substring(start, end), looks);
    }

    @Override
    public String toString() {
        return text;
    }
}
