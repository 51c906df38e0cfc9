package org.flashgrove.datasets.csv;

/** The beginning of a text from a file, fit for a message of one line. */
final class Excerpt {
  private static final int MAX_CHARS = 40;

  private Excerpt() {}

  static String of(String text) {
    String start = text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS) + "...";
    return start.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
  }

  static String quoted(String text) {
    return '"' + of(text) + '"';
  }
}
