package org.flashgrove.datasets.flatgeobuf;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.FreshIds;
import org.flashgrove.datasets.feature.GeometryCursor;
import org.locationtech.jts.geom.Geometry;
import org.wololo.flatgeobuf.Constants;
import org.wololo.flatgeobuf.generated.ColumnType;
import org.wololo.flatgeobuf.generated.Crs;
import org.wololo.flatgeobuf.generated.Feature;
import org.wololo.flatgeobuf.generated.Header;

/**
 * Cursor over the features of a FlatGeobuf file, in the order of the file, which usually follows a
 * Hilbert curve.
 */
final class FlatGeobufFeatures extends GeometryCursor {
  private static final int MOST_HEADER_BYTES = 1 << 20;
  private static final int MOST_FEATURE_BYTES = 1 << 24;
  private static final int MOST_COLUMNS = 1 << 10;
  private static final String ID = "id";

  private final Path path;
  private final Choice choice;
  private final LongFunction<Long> madeIds;
  private final InputStream bytes;
  private final Head header;
  private final ShapeReader shapes = new ShapeReader(this::problem);
  private final List<String> names = new ArrayList<>();
  private final int[] places;
  private final Object[] values;
  private final int idColumn;
  private long unsigned;
  private long position;
  private long number;
  private ByteBuffer content;

  /** Opens a file and creates a cursor over all its features. */
  FlatGeobufFeatures(Path path, String name, BadRowPolicy policy) {
    this(path, name, policy, null, null, null);
  }

  /**
   * Creates a cursor over selected features of a file whose header the caller has read.
   *
   * @param choice iterates over the selected features
   * @param madeIds returns an id for a row that has none; must always return the same id for a row
   */
  FlatGeobufFeatures(Path path, String name, Head head, Choice choice, LongFunction<Long> madeIds) {
    this(path, name, BadRowPolicy.STOP, head, choice, madeIds);
  }

  private FlatGeobufFeatures(
      Path path,
      String name,
      BadRowPolicy policy,
      Head known,
      Choice choice,
      LongFunction<Long> madeIds) {
    super(name, policy);
    this.path = path;
    this.choice = choice;
    this.madeIds = madeIds;
    try {
      bytes =
          choice == null
              ? new BufferedInputStream(Files.newInputStream(path), 1 << 16)
              : InputStream.nullInputStream();
      header = known == null ? readHeader() : known;
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be read", e);
    }
    places = new int[header.columns.length];
    idColumn = idColumn();
    if (idColumn >= 0) {
      expectIds();
    }
    for (int i = 0; i < places.length; i++) {
      places[i] = names.size();
      if (i != idColumn) {
        names.add(header.columns[i]);
      }
    }
    values = new Object[names.size() + 1];
  }

  /** Iterator over the features that a cursor reads. */
  interface Choice {
    /** Reads the next feature. Returns null at the end. */
    ByteBuffer next();

    /**
     * Returns the position in the file, from 0, of the feature that {@link #next} returned last.
     */
    long row();
  }

  /** Content of the header, and the offset of the first feature. */
  record Head(
      long begin,
      long count,
      int geometryType,
      CoordinateSystem system,
      String[] columns,
      int[] types,
      int key) {}

  /**
   * Returns the index of the id column: the primary key, otherwise the column {@code id}, otherwise
   * -1.
   */
  private int idColumn() {
    int found = header.key;
    for (int i = 0; i < places.length && found < 0; i++) {
      found = header.columns[i].equals(ID) && isWhole(header.types[i]) ? i : -1;
    }
    return found;
  }

  /** Returns whether a column type can hold ids. Unsigned 64-bit numbers cannot be ids. */
  private static boolean isWhole(int type) {
    return type == ColumnType.Int || type == ColumnType.UInt || type == ColumnType.Long;
  }

  private Head readHeader() throws IOException {
    byte[] magic = bytes.readNBytes(Constants.MAGIC_BYTES.length);
    position = magic.length;
    if (magic.length < 8 || !Arrays.equals(magic, 0, 4, Constants.MAGIC_BYTES, 0, 4)) {
      throw damaged(0, "does not begin as FlatGeobuf 3");
    }
    try {
      ByteBuffer buffer = next(MOST_HEADER_BYTES, "header");
      if (buffer == null) {
        throw damaged(position, "no header");
      }
      Header read = Header.getRootAsHeader(buffer);
      long count = read.featuresCount();
      int nodeSize = read.indexNodeSize();
      if (nodeSize > 1 && count > 0) {
        skip(indexBytes(count, nodeSize));
      }
      if (read.columnsLength() > MOST_COLUMNS) {
        throw damaged(position, "more than " + MOST_COLUMNS + " columns");
      }
      long left =
          MOST_HEADER_BYTES; // limits the total, because several columns may share one long name
      String[] columns = new String[read.columnsLength()];
      int[] types = new int[columns.length];
      int key = -1;
      for (int i = 0; i < columns.length; i++) {
        columns[i] = read.columns(i).name();
        types[i] = read.columns(i).type();
        key = key < 0 && read.columns(i).primaryKey() && isWhole(types[i]) ? i : key;
        if (columns[i] == null) {
          throw damaged(position, "a column without a name");
        }
        left -= columns[i].length();
        if (left < 0) {
          throw damaged(position, "columns whose names are longer than the header");
        }
      }
      return new Head(
          position, count, read.geometryType(), systemOf(read.crs()), columns, types, key);
    } catch (IndexOutOfBoundsException
        | IllegalArgumentException
        | AssertionError
        | NegativeArraySizeException e) {
      throw damaged(position, "a damaged header");
    }
  }

  private static CoordinateSystem systemOf(Crs crs) {
    if (crs == null) {
      return CoordinateSystem.UNKNOWN;
    }
    if (crs.code() != 0) {
      return CoordinateSystem.of(crs.org(), Integer.toString(crs.code()), crs.wkt());
    }
    return crs.codeString() != null && crs.org() != null
        ? CoordinateSystem.of(crs.org(), crs.codeString(), crs.wkt())
        : CoordinateSystem.named(
            crs.codeString() == null ? crs.name() : crs.codeString(), crs.wkt());
  }

  /**
   * Returns the number of bytes of the index, which has levels of 40-byte nodes up to a single
   * root.
   */
  private long indexBytes(long count, int nodeSize) {
    if (count < 0 || count > 1L << 40) {
      throw damaged(position, "a damaged header");
    }
    long nodes = count;
    long level = count;
    do { // even an index of one item has a root
      level = (level + nodeSize - 1) / nodeSize;
      nodes += level;
    } while (level > 1);
    return 40 * nodes;
  }

  private void skip(long count) throws IOException {
    try {
      bytes.skipNBytes(count);
    } catch (EOFException e) {
      throw damaged(position, "the file ends within the index");
    }
    position += count;
  }

  /**
   * Reads the next block of bytes, which begins with its own size. Returns null at the end of the
   * file.
   *
   * @param most maximum size
   * @param what name of the block in messages
   */
  private ByteBuffer next(int most, String what) throws IOException {
    byte[] size = bytes.readNBytes(4);
    if (size.length == 0) {
      return null;
    }
    if (size.length < 4) {
      throw damaged(position, "the file ends within a " + what);
    }
    int length = ByteBuffer.wrap(size).order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (length < 4 || length > most) {
      throw new InputException(
          file(),
          "byte " + position,
          "a " + what + " of " + Integer.toUnsignedString(length) + " bytes",
          "4 to " + most,
          null);
    }
    byte[] content = bytes.readNBytes(length);
    if (content.length < length) {
      throw damaged(position, "the file ends within a " + what);
    }
    position += 4 + length;
    return ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
  }

  private InputException damaged(long at, String wrong) {
    return new InputException(file(), "byte " + at, wrong, "a complete FlatGeobuf file", null);
  }

  @Override
  protected boolean advance() {
    try {
      ByteBuffer buffer = choice == null ? next(MOST_FEATURE_BYTES, "feature") : choice.next();
      if (buffer == null) {
        if (choice == null && number < header.count) {
          throw damaged(position, number + " of " + header.count + " features");
        }
        return false;
      }
      number = choice == null ? number + 1 : choice.row() + 1;
      content = buffer;
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(file() + ": cannot be read", e);
    }
  }

  @Override
  protected Geometry read() {
    try {
      Arrays.fill(values, null);
      Feature feature = Feature.getRootAsFeature(content);
      readValues(feature);
      org.wololo.flatgeobuf.generated.Geometry geometry = feature.geometry();
      if (geometry == null) {
        return null;
      }
      return shapes.read(geometry, header.geometryType, content.limit());
    } catch (InputException e) {
      throw e;
    } catch (RuntimeException | AssertionError e) { // caused by the bytes of a damaged feature
      throw problem("cannot be read", "a feature of FlatGeobuf");
    }
  }

  @Override
  protected Object givenId() {
    Object given = idColumn < 0 ? null : values[names.size()];
    return given == null && madeIds != null ? madeIds.apply(number - 1) : given;
  }

  Head head() {
    return header;
  }

  boolean hasIds() {
    return idColumn >= 0;
  }

  /** Returns the bytes of the current feature, without the size field before them. */
  byte[] content() {
    return content.array();
  }

  @Override
  protected long number() {
    return number;
  }

  @Override
  protected FreshIds idsOfFile() {
    FreshIds used = new FreshIds();
    try (FlatGeobufFeatures all = new FlatGeobufFeatures(path, file(), BadRowPolicy.STOP)) {
      while (all.advance()) {
        if (all.valuesAlone() instanceof Long given) {
          used.use(given);
        }
      }
    }
    return used;
  }

  /**
   * Reads only the attributes of the current feature. Returns the feature's id, or null if the
   * feature has no id or is damaged.
   */
  Object valuesAlone() {
    try {
      Arrays.fill(values, null);
      readValues(Feature.getRootAsFeature(content));
      return values[names.size()];
    } catch (RuntimeException | AssertionError e) { // caused by the bytes of a damaged feature
      return null;
    }
  }

  private void readValues(Feature feature) {
    ByteBuffer properties = feature.propertiesAsByteBuffer();
    if (properties == null) {
      return;
    }
    properties.order(ByteOrder.LITTLE_ENDIAN);
    while (properties.hasRemaining()) {
      int column = Short.toUnsignedInt(properties.getShort());
      if (column >= places.length) {
        throw problem("a column that is not in the header", "columns of the header");
      }
      Object value = ColumnValues.read(properties, header.types[column]);
      boolean isBeyondLong = header.types[column] == ColumnType.ULong && value instanceof String;
      unsigned += isBeyondLong ? 1 : 0;
      values[column == idColumn ? names.size() : places[column]] = value;
    }
  }

  @Override
  protected String place() {
    return "feature " + number;
  }

  @Override
  public CoordinateSystem coordinateSystem() {
    return header.system;
  }

  @Override
  public List<String> attributeNames() {
    return names;
  }

  @Override
  public Object attribute(int attribute) {
    return values[attribute];
  }

  @Override
  public AttributeType declaredType(int attribute) {
    int column = attribute;
    while (places[column] != attribute || column == idColumn) {
      column++;
    }
    return ColumnValues.typeOf(header.types[column]);
  }

  @Override
  protected List<String> losses() {
    return unsigned == 0
        ? List.of()
        : List.of(
            String.format(
                Locale.ROOT, "%,d unsigned numbers above 2^63 - 1 are kept as text", unsigned));
  }

  @Override
  public void close() {
    try {
      bytes.close();
    } catch (IOException e) {
      throw new UncheckedIOException(file() + ": cannot be closed", e);
    }
  }
}
