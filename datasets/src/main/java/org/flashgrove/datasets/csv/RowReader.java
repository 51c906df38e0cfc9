package org.flashgrove.datasets.csv;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongSupplier;
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
 * Reads the rows of a CSV file after its header, with typed access to the fields of the current
 * row. Blank lines are not rows, but they count as lines.
 */
final class RowReader implements Closeable {
  private final TextSource source;
  private final BadRowPolicy policy;
  private final CSVParser parser;
  private final Iterator<CSVRecord> records;
  private final CsvLayout layout;
  private final int mostFields;
  private final int linesBefore;
  private final FirstLine first;
  private final boolean isPart;

  /** Returns the number of lines before a part of a file; null if this number is unknown. */
  private final LongSupplier linesBeforePart;

  private CSVRecord row;
  private long lineNumber;
  private long rowNumber;
  private long skippedRows;

  /**
   * Creates a reader that owns the source. If the header is invalid, the constructor closes the
   * source.
   *
   * @param makesIds whether row numbers are the ids if the file has no column of ids
   */
  RowReader(
      TextSource source,
      List<HeaderForm> forms,
      boolean makesIds,
      FormatOptions options,
      BadRowPolicy policy) {
    this.source = source;
    this.policy = policy;
    try {
      BufferedReader text = new BufferedReader(source.reader());
      this.first = FirstLine.of(text, source, options);
      this.isPart = false;
      this.linesBeforePart = null;
      this.linesBefore = first.isSkipped() ? 1 : 0;
      this.parser = parserOf(text, first.delimiter());
      this.records = parser.iterator();
      if (!advance()) {
        throw new InputException(
            source.name(), 0, "is empty", "a header, one of " + headers(forms));
      }
      this.layout =
          CsvLayout.of(fields(), forms, options.columns(), makesIds, source.name(), lineNumber);
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
   * Creates a reader of a file without a header. The reader owns the source. The columns are in the
   * order of the form.
   *
   * @param mostFields maximum number of fields in a row; fields after the columns of the form are
   *     ignored
   */
  RowReader(TextSource source, HeaderForm form, int mostFields, BadRowPolicy policy) {
    this.source = source;
    this.policy = policy;
    this.layout = CsvLayout.withoutHeader(form);
    this.mostFields = mostFields;
    this.linesBefore = 0;
    this.first = new FirstLine(',', 0);
    this.isPart = false;
    this.linesBeforePart = null;
    this.parser = parserOf(source, ',');
    this.records = parser.iterator();
  }

  /**
   * Creates a reader of rows from the middle of a file. The reader owns the source.
   *
   * @param file reader of the file, which has read the header
   * @param rowsBefore number of rows before these rows
   * @param linesBefore returns the number of lines before these rows, for messages; null if
   *     messages name rows instead of lines
   */
  RowReader(
      TextSource source,
      RowReader file,
      long rowsBefore,
      LongSupplier linesBefore,
      BadRowPolicy policy) {
    this.linesBeforePart = linesBefore;
    this.source = source;
    this.policy = policy;
    this.layout = file.layout;
    this.mostFields = file.mostFields;
    this.linesBefore = 0;
    this.first = file.first;
    this.isPart = true;
    this.rowNumber = rowsBefore;
    this.parser = parserOf(source, first.delimiter());
    this.records = parser.iterator();
  }

  private static CSVParser parserOf(TextSource source, char delimiter) {
    try {
      return parserOf(source.reader(), delimiter);
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
            .setQuoteMode(QuoteMode.ALL_NON_NULL) // distinguishes an empty field from ""
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

  /**
   * Moves to the next valid row. The policy decides about invalid rows.
   *
   * @param parseFields parses the fields of the current row; throws {@link InputException} if they
   *     are invalid
   */
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

  /** Moves past the next row without reading its fields. */
  void skip() {
    rowNumber += advance() ? 1 : 0;
  }

  /**
   * Returns the number of lines before a row.
   *
   * @param rows number of rows before the row; this reader is moved past them
   */
  long linesBefore(long rows) {
    while (rowNumber < rows && advance()) {
      rowNumber++;
    }
    return parser.getCurrentLineNumber() + linesBefore;
  }

  /** Returns the number of characters of the text before the current row. */
  long position() {
    return (isPart ? 0 : first.skippedChars()) + row.getCharacterPosition();
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
        throw problem(
            rowNumber + 1,
            cause.getMessage(),
            "at most "
                + RowBounds.MOST_CHARS
                + " characters and "
                + RowBounds.MOST_FIELDS
                + " fields",
            cause);
      }
      if (cause instanceof CSVException) {
        throw problem(
            rowNumber + 1,
            "a quotation mark does not close its field",
            "\"...\" around a whole field, \"\" inside it for a quotation mark"
                + (row == null ? ", or --delimiter if commas do not separate the fields" : ""),
            cause);
      }
      throw TextSource.problem(source.name(), lineNumber, cause);
    }
  }

  /**
   * Returns an exception that reports a problem of the current row.
   *
   * @param wrong description of the problem
   * @param allowed description of what is allowed
   */
  InputException problem(String wrong, String allowed) {
    return problem(rowNumber, wrong, allowed, null);
  }

  private InputException problem(long row, String wrong, String allowed, Throwable cause) {
    if (isPart && linesBeforePart == null) {
      return new InputException(source.name(), "row " + row, wrong, allowed, cause);
    }
    long line = lineNumber + (isPart ? linesBeforePart.getAsLong() : 0);
    return new InputException(source.name(), line, wrong, allowed, cause);
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

  /**
   * Returns the text of an attribute. Returns null if the field is empty and has no quotation
   * marks.
   */
  String attribute(int attribute) {
    return row.get(layout.attributePosition(attribute));
  }

  /** Returns the number of the current row in the file, from 1. */
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
   * Returns the 64-bit integer in a column, or the text of the field if the field is not such an
   * integer. Returns null if the field is empty or if the ids are row numbers.
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
      // falls through: it is text
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
   * Returns whether a text has only characters of a decimal number. Java would also accept "1d",
   * "0x1p3" and digits of other scripts.
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

  /**
   * Throws an exception if a rectangle is inverted, which means that {@code low} exceeds {@code
   * high}.
   */
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
