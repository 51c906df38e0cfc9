package org.flashgrove.geoparquet.value;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.flashgrove.geoparquet.page.ParquetFile;

/**
 * Reads the bounds of geometries from a covering, which consists of columns that repeat these
 * bounds. Creates no objects for rows. Not safe for use by several threads.
 */
public final class CoveringReader {
  private static final int SIDES = 4;

  private final ParquetFile file;
  private final List<String[]> paths;
  private final boolean[] isFloat = new boolean[SIDES];
  private final double[] sides = new double[SIDES];
  private final List<ColumnReader> columns = new ArrayList<>();

  /**
   * Creates a reader, which reads nothing before {@link #open}.
   *
   * @param paths paths of the columns of the smallest x and y, and of the greatest x and y
   */
  public CoveringReader(ParquetFile file, List<String[]> paths) {
    this.file = file;
    this.paths = paths;
  }

  /**
   * Returns whether columns can be a covering, that is, contain the bounds of geometries. They must
   * be fields of a struct, and each must be a number that occurs at most once in a row.
   *
   * @param paths as for the constructor
   */
  public static boolean isReadable(MessageType schema, List<String[]> paths) {
    return paths.size() == SIDES
        && paths.stream().allMatch(path -> path.length == 2 && isReadable(schema, path));
  }

  private static boolean isReadable(MessageType schema, String[] path) {
    if (!schema.containsPath(path)) {
      return false;
    }
    ColumnDescriptor column = schema.getColumnDescription(path);
    PrimitiveTypeName type = column.getPrimitiveType().getPrimitiveTypeName();
    return column.getMaxRepetitionLevel() == 0
        && (type == PrimitiveTypeName.FLOAT || type == PrimitiveTypeName.DOUBLE);
  }

  /** Moves to the beginning of a row group, before its first row. */
  public void open(int group) {
    columns.clear(); // frees the pages of the last group
    MessageType schema = file.schema();
    ColumnReadStoreImpl store =
        new ColumnReadStoreImpl(file.pages(group), new Values(true), schema, file.writer());
    for (int i = 0; i < SIDES; i++) {
      ColumnDescriptor column = schema.getColumnDescription(paths.get(i));
      isFloat[i] = column.getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.FLOAT;
      columns.add(store.getColumnReader(column));
    }
  }

  /**
   * Reads the bounds of the next row. If the file stores them as floats, they may have been rounded
   * inwards. Each bound is then moved outwards to the next float.
   *
   * @return false if the row has no bounds, or bounds that are not finite or in the wrong order, as
   *     across the antimeridian
   */
  public boolean next() {
    boolean isKnown = true;
    for (int i = 0; i < SIDES; i++) {
      ColumnReader column = columns.get(i);
      if (column.getCurrentDefinitionLevel() < column.getDescriptor().getMaxDefinitionLevel()) {
        isKnown = false;
      } else if (isFloat[i]) {
        float side = column.getFloat();
        sides[i] = i < 2 ? Math.nextDown(side) : Math.nextUp(side);
      } else {
        sides[i] = column.getDouble();
      }
      column.consume();
    }
    return isKnown
        && sides[0] <= sides[2]
        && sides[1] <= sides[3]
        && Double.isFinite(sides[0] + sides[1])
        && Double.isFinite(sides[2] + sides[3]);
  }

  /** Returns the smallest x of the last row. */
  public double minX() {
    return sides[0];
  }

  /** Returns the smallest y of the last row. */
  public double minY() {
    return sides[1];
  }

  /** Returns the greatest x of the last row. */
  public double maxX() {
    return sides[2];
  }

  /** Returns the greatest y of the last row. */
  public double maxY() {
    return sides[3];
  }

  /** Struct converter that Parquet requires, although this class reads the values itself. */
  private static final class Values extends GroupConverter {
    private final boolean isRoot;

    Values(boolean isRoot) {
      this.isRoot = isRoot;
    }

    @Override
    public Converter getConverter(int field) {
      return isRoot ? new Values(false) : new PrimitiveConverter() {};
    }

    @Override
    public void start() {
      // no rows are assembled
    }

    @Override
    public void end() {
      // no rows are assembled
    }
  }
}
