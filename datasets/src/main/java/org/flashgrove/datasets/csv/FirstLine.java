package org.flashgrove.datasets.csv;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.file.TextSource;

/**
 * Delimiter of a CSV file, and where it comes from. A delimiter that the user gives comes first.
 * The next choice is a first line such as {@code sep=;}, which spreadsheets write. Without such a
 * line, the delimiter is a tab if the file name ends in {@code .tsv} and the header has a tab, and
 * otherwise a comma.
 *
 * @param delimiter character that separates fields
 * @param skippedChars length of the first line, including its end, if it only sets the delimiter
 *     and is not the header; otherwise 0
 */
record FirstLine(char delimiter, int skippedChars) {
  private static final int MOST_CHARS = 1 << 16;
  private static final Pattern SEPARATOR = Pattern.compile("\"?sep=(.)\"?[\r\n]*");

  /**
   * Reads the first line. If the line only sets the delimiter, the text is then positioned after
   * the line; otherwise it is at the start of the line.
   */
  static FirstLine of(BufferedReader text, TextSource source, FormatOptions options)
      throws IOException {
    text.mark(MOST_CHARS);
    StringBuilder line = new StringBuilder();
    int c = text.read();
    while (c >= 0 && c != '\n' && line.length() < MOST_CHARS - 2) {
      line.append((char) c);
      c = text.read();
    }
    Matcher separator = SEPARATOR.matcher(line);
    if (separator.matches()) {
      char said = separator.group(1).charAt(0);
      if (options.delimiter() == null && !CsvLayout.isDelimiter(said)) {
        throw new InputException(source.name(), 1, line.toString(), "sep= and one of , ; | : tab");
      }
      return new FirstLine(
          options.delimiter() == null ? said : CsvLayout.delimiter(options), line.length() + 1);
    }
    text.reset();
    boolean tabs = isOfTabs(source.name()) && line.indexOf("\t") >= 0;
    char usual = tabs ? '\t' : ',';
    return new FirstLine(options.delimiter() == null ? usual : CsvLayout.delimiter(options), 0);
  }

  /** Returns whether the first line is not the header. */
  boolean isSkipped() {
    return skippedChars > 0;
  }

  /** Returns the delimiter for a file that is written under {@code name}. */
  static char delimiterOf(String name) {
    return isOfTabs(name) ? '\t' : ',';
  }

  private static boolean isOfTabs(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".tsv") || lower.endsWith(".tsv.gz");
  }
}
