package org.flashgrove.datasets.csv;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.QuoteMode;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.file.Excerpt;
import org.flashgrove.datasets.file.TextSource;

/**
 * The rows of one file below its header, with typed access to the fields of the current row. Blank
 * lines are no rows, but they count as lines.
 */
final class RowReader implements Closeable {
  private final TextSource source;
  private final BadRowPolicy policy;
  private final CSVParser parser;
  private final Iterator<CSVRecord> records;
  private final CsvLayout layout;
  private final int mostFields;
  private final int linesBefore;
  private CSVRecord row;
  private long lineNumber;
  private long rowNumber;
  private long skippedRows;

  /** Takes over the source: closes it, also when the header is not understood. */
  RowReader(TextSource source, List<HeaderForm> forms, FormatOptions options, BadRowPolicy policy) {
    this.source = source;
    this.policy = policy;
    try {
      BufferedReader text = new BufferedReader(source.reader());
      FirstLine first = FirstLine.of(text, source, options);
      this.linesBefore = first.isSkipped() ? 1 : 0;
      this.parser = parserOf(text, first.delimiter());
      this.records = parser.iterator();
      if (!advance()) {
        throw new InputException(
            source.name(), 0, "is empty", "a header, one of " + headers(forms));
      }
      this.layout = CsvLayout.of(fields(), forms, options.columns(), source.name(), lineNumber);
      this.mostFields = layout.fields();
    } catch (IOException e) {
      source.close();
      throw TextSource.problem(source.name(), 0, e);
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
  RowReader(TextSource source, HeaderForm form, int mostFields, BadRowPolicy policy) {
    this.source = source;
    this.policy = policy;
    this.layout = CsvLayout.withoutHeader(form);
    this.mostFields = mostFields;
    try {
      this.linesBefore = 0;
      this.parser = parserOf(source.reader(), ',');
      this.records = parser.iterator();
    } catch (IOException e) {
      source.close();
      throw TextSource.problem(source.name(), 0, e);
    }
  }

  private static CSVParser parserOf(Reader text, char delimiter) throws IOException {
    CSVFormat format =
        CSVFormat.DEFAULT
            .builder()
            .setDelimiter(delimiter)
            .setIgnoreEmptyLines(false)
            .setIgnoreSurroundingSpaces(true)
            .setQuoteMode(QuoteMode.ALL_NON_NULL) // so nothing differs from ""
            .get();
    return CSVParser.builder().setReader(new RowBounds(text, delimiter)).setFormat(format).get();
  }

  private static String headers(List<HeaderForm> forms) {
    return String.join(" | ", forms.stream().map(HeaderForm::text).toList());
  }

  CsvLayout layout() {
    return layout;
  }

  HeaderForm form() {
    return layout.form();
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
        rowNumber++;
        if (row.size() < layout.fields() || row.size() > mostFields) {
          throw problem(
              "row has " + row.size() + (row.size() == 1 ? " field" : " fields"),
              layout.fields()
                  + (mostFields == layout.fields() ? "" : " to " + mostFields)
                  + " ("
                  + form().text()
                  + (layout.attributes().isEmpty() ? "" : " and attributes")
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
        lineNumber = parser.getCurrentLineNumber() + 1 + linesBefore;
        if (!records.hasNext()) {
          return false;
        }
        row = records.next();
      } while (row.size() == 1 && field(0).isEmpty());
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
            "\"...\" around a whole field, \"\" inside it for a quotation mark"
                + (row == null ? ", or --delimiter if commas do not separate the fields" : ""),
            cause);
      }
      throw TextSource.problem(source.name(), lineNumber, cause);
    }
  }

  /** Returns a problem of the current row. */
  InputException problem(String wrong, String allowed) {
    return new InputException(source.name(), lineNumber, wrong, allowed);
  }

  String text(int column) {
    return field(layout.position(column));
  }

  private List<String> fields() {
    return row.stream().map(text -> text == null ? "" : text).toList();
  }

  private String field(int position) {
    String text = row.get(position);
    return text == null ? "" : text;
  }

  /** Returns an attribute's text, null if nothing is there, not even quotation marks. */
  String attribute(int attribute) {
    return row.get(layout.attributePosition(attribute));
  }

  /** Returns the position of the row in the file, from 1. */
  long rowNumber() {
    return rowNumber;
  }

  long identity(int column) {
    if (layout.position(column) == CsvLayout.ROW_NUMBER) {
      return rowNumber;
    }
    if (given(column) instanceof Long whole) {
      return whole;
    }
    String text = text(column);
    throw problem(
        form().columns().get(column) + " " + Excerpt.quoted(text) + " is not a 64-bit integer",
        Long.MIN_VALUE + " to " + Long.MAX_VALUE);
  }

  /**
   * Returns the 64-bit integer in a column, or its text if it is none. Returns null for an empty
   * field, and where rows are counted.
   */
  Object given(int column) {
    if (layout.position(column) == CsvLayout.ROW_NUMBER) {
      return null;
    }
    String text = text(column);
    try {
      if (isDecimal(text)) {
        return Long.parseLong(text);
      }
    } catch (NumberFormatException e) {
      // it is text
    }
    return text.isEmpty() ? null : text;
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
        form().columns().get(column) + " " + Excerpt.quoted(text(column)) + " " + wrong,
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
      String lowName = form().columns().get(lowColumn);
      String highName = form().columns().get(highColumn);
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
