package org.flashgrove.geoparquet.value;

import java.util.Arrays;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.geoparquet.page.PageBatches;
import org.flashgrove.geoparquet.page.PageTable;
import org.flashgrove.geoparquet.page.ParquetFile;

/**
 * Reads rows of a file in the order of the file. A row has one value for each column. Not safe for
 * use by several threads.
 */
public final class RowReader {
  /** Result of {@link #textFrom} for lists and structs. */
  public static final String NESTED = "nested";

  private final ParquetFile file;
  private final MessageType schema;
  private final MessageColumnIO columns;
  private final ColumnConverters converters = new ColumnConverters(this::note);
  private final Materializer materializer;
  private final Object[] values;
  private PageTable table;
  private long[] chosen;
  private PageBatches batches;
  private int batchEnd;
  private long[] inGroup;
  private int taken;
  private long firstRow;
  private long row = -1;
  private String problem;
  private int group;
  private long rowsLeft;
  private RecordReader<Object[]> rows;

  /**
   * Creates a reader of all rows of a file, positioned before the first row.
   *
   * @param schema columns to read, a part of the schema of the file
   */
  public RowReader(ParquetFile file, MessageType schema) {
    this.file = file;
    this.schema = schema;
    columns = new ColumnIOFactory(file.writer()).getColumnIO(schema, file.schema());
    values = new Object[schema.getFieldCount()];
    materializer = new Materializer();
  }

  /**
   * Creates a reader of chosen rows of a file, positioned before the first of them.
   *
   * @param schema columns to read, a part of the schema of the file
   * @param table pages of the file
   * @param chosen chosen rows, as numbers in the file, from 0, ascending
   */
  public RowReader(ParquetFile file, MessageType schema, PageTable table, long[] chosen) {
    this(file, schema);
    this.table = table;
    this.chosen = chosen;
    batches = PageBatches.isUsefulFor(file) ? new PageBatches(file, schema, table, chosen) : null;
    batchEnd = batches == null ? chosen.length : 0;
  }

  /**
   * Advances to the next row and reads it.
   *
   * @return false if there is no further row
   * @throws RuntimeException if the pages are damaged; the reader cannot continue then
   */
  public boolean next() {
    if (chosen == null) {
      return advance();
    }
    while (taken < chosen.length) {
      if (!advance()) {
        throw new IllegalStateException("row " + chosen[taken] + " is not in the file");
      }
      if (row == chosen[taken]) {
        taken++;
        return true;
      }
    }
    return false;
  }

  /**
   * Moves to the beginning of a row group, before its first row. Only for a reader of all rows.
   *
   * @param number number of the row group, from 0
   */
  public void seek(int number) {
    rows = null;
    rowsLeft = 0;
    group = number;
    firstRow = 0;
    // advance() adds the rows of group number - 1
    for (int i = 0; i < number - 1; i++) {
      firstRow += file.rowCount(i);
    }
    row = firstRow + (number == 0 ? 0 : file.rowCount(number - 1)) - 1;
  }

  /**
   * Moves to the next row of the pages that this reader reads. In row groups of which all pages are
   * read, the row may be one that was not chosen. Returns false at the end of the file.
   */
  private boolean advance() {
    while (rowsLeft == 0) {
      if (!beginBatch()) {
        if (group == file.groupCount()) {
          return false;
        }
        firstRow += group == 0 ? 0 : file.rowCount(group - 1);
        group++;
      }
      open(group - 1);
    }
    rowsLeft--;
    rows.read();
    row = inGroup == null ? row + 1 : firstRow + inGroup[inGroup.length - 1 - (int) rowsLeft];
    return true;
  }

  /**
   * Begins the next batch if all rows of the previous batch have been read. Returns true if a batch
   * begins within the current row group.
   */
  private boolean beginBatch() {
    if (batches == null || taken < batchEnd || taken == chosen.length) {
      return false;
    }
    batchEnd = batches.next(taken);
    return group > 0 && chosen[taken] < firstRow + file.rowCount(group - 1);
  }

  private void open(int number) {
    rows = null; // frees the pages of the last group before others are read
    row = firstRow - 1;
    inGroup = chosen == null ? null : chosenOf(firstRow, firstRow + file.rowCount(number));
    boolean isSkipped = inGroup != null && inGroup.length == 0;
    if (inGroup != null && !table.isAligned(number)) {
      inGroup = null; // reads all rows of the group
    }
    PageReadStore pages = inGroup == null ? file.pages(number) : file.pages(number, table, inGroup);
    rowsLeft = isSkipped ? 0 : pages.getRowCount();
    rows = rowsLeft == 0 ? null : columns.getRecordReader(pages, materializer);
  }

  /**
   * Returns the chosen rows of the current batch whose numbers in the file are at least {@code
   * from} and less than {@code to}. Returns them as numbers in their row group, from 0.
   */
  private long[] chosenOf(long from, long to) {
    int end = taken;
    while (end < batchEnd && chosen[end] < to) {
      end++;
    }
    return Arrays.stream(chosen, taken, end).map(each -> each - from).toArray();
  }

  /** Returns the number of the current row in the file, from 0. */
  public long row() {
    return row;
  }

  /**
   * Returns the value of the current row in a column, or null if there is none. A value is a
   * boolean, long, double, text, byte array, date or timestamp, or a list or map of such values.
   *
   * @param column index of the column in the schema of this reader
   */
  public Object value(int column) {
    return values[column];
  }

  /**
   * Returns a description of the first problem with a value of the current row. Returns null if
   * there is none.
   */
  public String problem() {
    return problem;
  }

  /** Returns the attribute type of a column. Lists and structs become text. */
  public static AttributeType typeOf(Type column) {
    return column.isPrimitive() && !column.isRepetition(Type.Repetition.REPEATED)
        ? PrimitiveForm.of(column.asPrimitiveType()).type()
        : AttributeType.TEXT;
  }

  /**
   * If the values of a column become text although the column has another type, returns the name of
   * this type for messages. Otherwise returns null.
   */
  public static String textFrom(Type column) {
    if (!column.isPrimitive() || column.isRepetition(Type.Repetition.REPEATED)) {
      return NESTED;
    }
    LogicalTypeAnnotation meaning = column.getLogicalTypeAnnotation();
    if (typeOf(column) != AttributeType.TEXT) {
      return null;
    }
    if (meaning instanceof DecimalLogicalTypeAnnotation) {
      return "decimal";
    }
    if (meaning instanceof TimestampLogicalTypeAnnotation) {
      return "timestamp without zone";
    }
    return meaning instanceof TimeLogicalTypeAnnotation ? "time" : null;
  }

  private void note(String text) {
    if (problem == null) {
      problem = text;
    }
  }

  private final class Materializer extends RecordMaterializer<Object[]> {
    private final GroupConverter root = new Root();

    @Override
    public Object[] getCurrentRecord() {
      return values;
    }

    @Override
    public GroupConverter getRootConverter() {
      return root;
    }
  }

  private final class Root extends GroupConverter {
    private final Converter[] fields = new Converter[values.length];

    Root() {
      for (int i = 0; i < fields.length; i++) {
        int column = i;
        Type field = schema.getType(i);
        fields[i] =
            field.isRepetition(Type.Repetition.REPEATED)
                ? converters.of(
                    field, value -> values[column] = converters.added(values[column], value))
                : converters.of(field, value -> values[column] = value);
      }
    }

    @Override
    public Converter getConverter(int field) {
      return fields[field];
    }

    @Override
    public void start() {
      Arrays.fill(values, null);
      problem = null;
      converters.startRow();
    }

    @Override
    public void end() {
      // the values are complete
    }
  }
}
