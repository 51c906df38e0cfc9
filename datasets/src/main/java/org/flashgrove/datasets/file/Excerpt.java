package org.flashgrove.datasets.file;

/** The beginning of a text from a file, fit for a message of one line. */
public final class Excerpt {
  private static final int MAX_CHARS = 40;

  private Excerpt() {}

  /** Returns the beginning. */
  public static String of(String text) {
    String start = text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS) + "...";
    return start.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
  }

  /** Returns the beginning between quotation marks. */
  public static String quoted(String text) {
    return '"' + of(text) + '"';
  }
}
