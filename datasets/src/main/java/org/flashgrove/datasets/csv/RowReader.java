package org.flashgrove.datasets.csv;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.flashgrove.datasets.InputException;

/**
 * The rows of one file below its header, with typed access to the fields of the current row. Blank
 * lines are no rows, but they count as lines.
 */
final class RowReader implements Closeable {
  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT.builder().setIgnoreEmptyLines(false).setIgnoreSurroundingSpaces(true).get();

  private final CsvSource source;
  private final BadRowPolicy policy;
  private final CSVParser parser;
  private final Iterator<CSVRecord> records;
  private final HeaderForm form;
  private final int[] positions;
  private final int mostFields;
  private CSVRecord row;
  private long lineNumber;
  private long skippedRows;

  /** Takes over the source: closes it, also when the header is not understood. */
  RowReader(CsvSource source, List<HeaderForm> forms, BadRowPolicy policy) {
    this.source = source;
    this.policy = policy;
    try {
      this.parser = parserOf(source);
      this.records = parser.iterator();
      if (!advance()) {
        throw new InputException(
            source.name(), 0, "is empty", "a header, one of " + headers(forms));
      }
      List<String> header = HeaderForm.columnsOf(row);
      this.form = HeaderForm.match(header, forms, source.name(), lineNumber);
      this.positions = form.positionsIn(header);
      this.mostFields = positions.length;
    } catch (IOException e) {
      source.close();
      throw CsvSource.problem(source.name(), 0, e);
    } catch (RuntimeException e) {
      source.close();
      throw e;
    }
  }

  /**
   * Creates a reader of a file without a header, with the columns of a form in its order; takes
   * over the source.
   *
   * @param mostFields fields a row may have, those behind the form's columns are not looked at
   */
  RowReader(CsvSource source, HeaderForm form, int mostFields, BadRowPolicy policy) {
    this.source = source;
    this.policy = policy;
    this.form = form;
    this.mostFields = mostFields;
    this.positions = IntStream.range(0, form.columnCount()).toArray();
    try {
      this.parser = parserOf(source);
      this.records = parser.iterator();
    } catch (IOException e) {
      source.close();
      throw CsvSource.problem(source.name(), 0, e);
    }
  }

  private static CSVParser parserOf(CsvSource source) throws IOException {
    return CSVParser.builder().setReader(new RowBounds(source.reader())).setFormat(FORMAT).get();
  }

  private static String headers(List<HeaderForm> forms) {
    return String.join(" | ", forms.stream().map(HeaderForm::text).toList());
  }

  HeaderForm form() {
    return form;
  }

  long lineNumber() {
    return lineNumber;
  }

  long skippedRows() {
    return skippedRows;
  }

  /** Goes to the next row that can be understood; what cannot is the policy's business. */
  boolean next(Runnable parseFields) {
    while (advance()) {
      try {
        if (row.size() < positions.length || row.size() > mostFields) {
          throw problem(
              "row has " + row.size() + (row.size() == 1 ? " field" : " fields"),
              positions.length
                  + (mostFields == positions.length ? "" : " to " + mostFields)
                  + " ("
                  + form.text()
                  + ")");
        }
        parseFields.run();
        return true;
      } catch (InputException e) {
        policy.onBadRow(e);
        skippedRows++;
      }
    }
    return false;
  }

  private boolean advance() {
    try {
      do {
        lineNumber = parser.getCurrentLineNumber() + 1;
        if (!records.hasNext()) {
          return false;
        }
        row = records.next();
      } while (row.size() == 1 && row.get(0).isEmpty());
      return true;
    } catch (UncheckedIOException e) {
      IOException cause = e.getCause();
      if (cause instanceof RowBounds.ExceededException) {
        throw new InputException(
            source.name(),
            lineNumber,
            cause.getMessage(),
            "at most "
                + RowBounds.MOST_CHARS
                + " characters and "
                + RowBounds.MOST_FIELDS
                + " fields",
            cause);
      }
      if (cause instanceof CSVException) {
        throw new InputException(
            source.name(),
            lineNumber,
            "a quotation mark does not close its field",
            "\"...\" around a whole field, \"\" inside it for a quotation mark",
            cause);
      }
      throw CsvSource.problem(source.name(), lineNumber, cause);
    }
  }

  /** Returns a problem of the current row. */
  InputException problem(String wrong, String allowed) {
    return new InputException(source.name(), lineNumber, wrong, allowed);
  }

  String text(int column) {
    return row.get(positions[column]);
  }

  long identity(int column) {
    String text = text(column);
    try {
      if (isDecimal(text)) {
        return Long.parseLong(text);
      }
    } catch (NumberFormatException e) {
      // reported below, with what is allowed
    }
    throw problem(
        form.columns().get(column) + " " + Excerpt.quoted(text) + " is not a 64-bit integer",
        Long.MIN_VALUE + " to " + Long.MAX_VALUE);
  }

  double coordinate(int column) {
    String text = text(column);
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw badNumber(column, "is not a number");
    }
    if (!Double.isFinite(value)) {
      throw badNumber(column, "is not finite");
    }
    if (!isDecimal(text)) {
      throw badNumber(column, "is not a decimal number");
    }
    return value;
  }

  private InputException badNumber(int column, String wrong) {
    return problem(
        form.columns().get(column) + " " + Excerpt.quoted(text(column)) + " " + wrong,
        "a finite decimal number");
  }

  /**
   * Returns whether a text has only the characters of a decimal number. Java also reads "1d",
   * "0x1p3" and whole numbers in the digits of other scripts.
   */
  private static boolean isDecimal(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && "+-.eE ".indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Refuses a rectangle whose lower bound, in the first column, exceeds its upper one. */
  void requireOrdered(int lowColumn, double low, int highColumn, double high) {
    if (low > high) {
      String lowName = form.columns().get(lowColumn);
      String highName = form.columns().get(highColumn);
      throw problem(
          "the rectangle is inverted: " + lowName + " " + low + " > " + highName + " " + high,
          lowName + " <= " + highName);
    }
  }

  @Override
  public void close() {
    source.close();
  }
}
