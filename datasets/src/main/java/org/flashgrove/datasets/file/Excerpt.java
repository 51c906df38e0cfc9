package org.flashgrove.datasets.file;

/** Shortens text from files so that it fits in messages of one line. */
public final class Excerpt {
  private static final int MAX_CHARS = 40;

  private Excerpt() {}

  /** Returns the beginning of a text. Replaces control characters by spaces. */
  public static String of(String text) {
    String start = text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS) + "...";
    return start.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
  }

  /** Returns the beginning of a text in quotation marks. */
  public static String quoted(String text) {
    return '"' + of(text) + '"';
  }
}
