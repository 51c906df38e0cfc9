package org.flashgrove.geoparquet.value;

import java.util.Arrays;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.geoparquet.page.ParquetFile;

/**
 * Reads the rows of a file in their order, as one value for each column. Not safe for use by
 * several threads.
 */
public final class RowReader {
  private final ParquetFile file;
  private final MessageType schema;
  private final MessageColumnIO columns;
  private final ColumnConverters converters = new ColumnConverters(this::note);
  private final Materializer materializer;
  private final Object[] values;
  private String problem;
  private int group;
  private long rowsLeft;
  private RecordReader<Object[]> rows;

  /**
   * Creates a reader before the first row.
   *
   * @param schema the columns to read, of the schema of the file
   */
  public RowReader(ParquetFile file, MessageType schema) {
    this.file = file;
    this.schema = schema;
    columns = new ColumnIOFactory(file.writer()).getColumnIO(schema, file.schema());
    values = new Object[schema.getFieldCount()];
    materializer = new Materializer();
  }

  /**
   * Reads the next row.
   *
   * @return false at the end
   * @throws RuntimeException if the pages are damaged; there is no next row then
   */
  public boolean next() {
    while (rowsLeft == 0) {
      if (group == file.groupCount()) {
        return false;
      }
      var pages = file.pages(group++);
      rowsLeft = pages.getRowCount();
      rows = rowsLeft == 0 ? null : columns.getRecordReader(pages, materializer);
    }
    rowsLeft--;
    rows.read();
    return true;
  }

  /**
   * Returns the value of the current row in a column: a boolean, long, double, text, byte array,
   * date or timestamp, or a list or map of such values; null for none.
   *
   * @param column its number in the schema of this reader
   */
  public Object value(int column) {
    return values[column];
  }

  /** Returns what is wrong with a value of the current row, or null. */
  public String problem() {
    return problem;
  }

  /** Returns the attribute type of a column. Lists and structs become text. */
  public static AttributeType typeOf(Type column) {
    return column.isPrimitive() && !column.isRepetition(Type.Repetition.REPEATED)
        ? PrimitiveForm.of(column.asPrimitiveType()).type()
        : AttributeType.TEXT;
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
