package org.flashgrove.cli.command;

import java.util.Collection;
import java.util.Locale;

/** Finds a known word that an unknown word may be a misspelling of. */
final class Suggestion {
  /**
   * Number of letters per allowed mistake. A mistake is a wrong, missing, additional or swapped
   * letter.
   */
  private static final int LETTERS_PER_MISTAKE = 3;

  private Suggestion() {}

  /** Returns {@code ; did you mean 'word'?}, or an empty text if no known word is similar. */
  static String of(String unknown, Collection<String> known) {
    String written = unknown.toLowerCase(Locale.ROOT);
    String nearest = null;
    int fewest = Math.max(1, written.replace("-", "").length() / LETTERS_PER_MISTAKE) + 1;
    for (String word : known) {
      int mistakes = mistakes(written, word.toLowerCase(Locale.ROOT));
      if (mistakes < fewest) {
        nearest = word;
        fewest = mistakes;
      }
    }
    return nearest == null ? "" : "; did you mean '" + nearest + "'?";
  }

  /** Returns the optimal string alignment distance of two words. */
  private static int mistakes(String a, String b) {
    int[][] rows = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          rows[i][j] = i + j;
          continue;
        }
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int least = rows[i - 1][j - 1] + (same ? 0 : 1);
        least = Math.min(least, Math.min(rows[i - 1][j], rows[i][j - 1]) + 1);
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        rows[i][j] = swapped ? Math.min(least, rows[i - 2][j - 2] + 1) : least;
      }
    }
    return rows[a.length()][b.length()];
  }
}
