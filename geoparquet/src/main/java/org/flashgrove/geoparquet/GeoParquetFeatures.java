package org.flashgrove.geoparquet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.flashgrove.core.geometry.WkbShape;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.FreshIds;
import org.flashgrove.datasets.feature.GeometryCursor;
import org.flashgrove.datasets.feature.Losses;
import org.flashgrove.datasets.file.Excerpt;
import org.flashgrove.datasets.source.DiskSource;
import org.flashgrove.datasets.source.SourceReadException;
import org.flashgrove.geoparquet.page.PageTable;
import org.flashgrove.geoparquet.page.ParquetFile;
import org.flashgrove.geoparquet.value.ArrowGeometry;
import org.flashgrove.geoparquet.value.RowReader;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKBReader;

/** Cursor over the features of a GeoParquet file, in the order of its rows. */
final class GeoParquetFeatures extends GeometryCursor {
  /** Holder of the mapper for lists and structs, which takes long to load. */
  private static final class Json {
    static final JsonMapper MAPPER = new JsonMapper();
  }

  private final ParquetFile parquet;
  private boolean ownsFile;
  private final MessageType schema;
  private final GeometryColumn column;
  private final List<String> others;
  private final RowReader rows;
  private final List<String> names = new ArrayList<>();
  private final List<AttributeType> types = new ArrayList<>();
  private final List<Integer> columns = new ArrayList<>();
  private final int geometryAt;
  private final int idAt;
  private LongFunction<Long> madeIds;
  private final Set<String> withText = new HashSet<>();
  private final Set<String> nested = new TreeSet<>();
  private long nestedValues;
  private final WKBReader wkb = new WKBReader(new GeometryFactory());

  /**
   * Part of a file to read.
   *
   * @param numbers numbers of the rows in the file, from 0, ascending
   * @param attributes names of the attributes; null for all
   */
  record Chosen(long[] numbers, Set<String> attributes) {
    /** Returns the columns of the geometry, of the ids and of the attributes. */
    MessageType columnsOf(MessageType all, String geometry) {
      if (attributes == null) {
        return all;
      }
      int id = idColumn(all);
      List<Type> kept = new ArrayList<>();
      for (int i = 0; i < all.getFieldCount(); i++) {
        String name = all.getFieldName(i);
        if (i == id || name.equals(geometry) || attributes.contains(name)) {
          kept.add(all.getType(i));
        }
      }
      return new MessageType(all.getName(), kept);
    }
  }

  /**
   * Opens a file and returns a cursor over all its features. Closing the cursor closes the file.
   */
  static GeoParquetFeatures open(Path path, String name, BadRowPolicy policy, String layer) {
    ParquetFile parquet = new ParquetFile(new DiskSource(path, name));
    try {
      GeoParquetFeatures all = new GeoParquetFeatures(parquet, name, policy, layer);
      all.ownsFile = true;
      return all;
    } catch (RuntimeException e) {
      parquet.close();
      throw e;
    }
  }

  /**
   * Creates a cursor over some rows of an open file. Closing the cursor does not close the file.
   *
   * @param madeIds returns the id for a row whose id is missing; must return the same id in each
   *     query
   */
  GeoParquetFeatures(
      ParquetFile parquet,
      String name,
      String layer,
      PageTable table,
      Chosen chosen,
      LongFunction<Long> madeIds) {
    this(parquet, name, BadRowPolicy.STOP, layer, table, chosen);
    this.madeIds = madeIds;
  }

  /** Reads all rows of an open file, which stays open. */
  GeoParquetFeatures(ParquetFile parquet, String name, BadRowPolicy policy, String layer) {
    this(parquet, name, policy, layer, null, null);
  }

  private GeoParquetFeatures(
      ParquetFile parquet,
      String name,
      BadRowPolicy policy,
      String layer,
      PageTable table,
      Chosen chosen) {
    super(name, policy);
    this.parquet = parquet;
    List<GeometryColumn> geometries;
    try {
      geometries = GeometryColumn.of(parquet, name);
      column = GeometryColumn.choose(geometries, layer);
      MessageType all = withoutCoverings(parquet.schema(), geometries);
      schema = chosen == null ? all : chosen.columnsOf(all, column.name());
      others =
          geometries.stream()
              .filter(each -> each.isWkb() && !each.name().equals(column.name()))
              .map(GeometryColumn::name)
              .toList();
      rows =
          chosen == null
              ? new RowReader(parquet, schema)
              : new RowReader(parquet, schema, table, chosen.numbers);
    } catch (InputException | SourceReadException | IllegalArgumentException e) {
      throw e;
    } catch (RuntimeException e) {
      throw damaged("columns that cannot be read", e);
    }
    geometryAt = schema.getFieldIndex(column.name());
    idAt = idColumn(schema);
    for (Type each : withoutCoverings(parquet.schema(), geometries).getFields()) {
      boolean isRead = schema.containsField(each.getName());
      int at = isRead ? schema.getFieldIndex(each.getName()) : -1;
      if (!isRead || at != geometryAt && at != idAt) {
        names.add(each.getName());
        types.add(RowReader.typeOf(each));
        columns.add(at);
      }
    }
    if (idAt >= 0) {
      expectIds();
    }
  }

  private static MessageType withoutCoverings(MessageType schema, List<GeometryColumn> geometries) {
    List<Type> kept = new ArrayList<>(schema.getFields());
    kept.removeIf(
        field -> geometries.stream().anyMatch(each -> each.coverings().contains(field.getName())));
    return new MessageType(schema.getName(), kept);
  }

  /**
   * Returns the index of the column {@code id} if its values are integers that fit a signed 64-bit
   * integer. Otherwise returns -1.
   */
  static int idColumn(MessageType schema) {
    if (!schema.containsField(GeoParquetWriter.ID)) {
      return -1;
    }
    Type column = schema.getType(GeoParquetWriter.ID);
    boolean isWhole =
        RowReader.typeOf(column) == AttributeType.INTEGER
            && (column.asPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.INT32
                || column.asPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.INT64);
    boolean isUnsigned =
        column.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation whole
            && !whole.isSigned()
            && whole.getBitWidth() == Long.SIZE;
    return isWhole && !isUnsigned ? schema.getFieldIndex(GeoParquetWriter.ID) : -1;
  }

  private InputException damaged(String wrong, Exception cause) {
    return new InputException(
        file(), "row " + (number() + 1), wrong, "a complete Parquet file", cause);
  }

  @Override
  protected boolean advance() {
    try {
      return rows.next();
    } catch (InputException | SourceReadException e) {
      throw e;
    } catch (RuntimeException e) { // caused by a damaged page
      throw damaged("cannot be read", e);
    }
  }

  @Override
  protected Geometry read() {
    if (rows.problem() != null) {
      throw problem(rows.problem(), "values of the type of their column");
    }
    Object value = rows.value(geometryAt);
    if (value == null) {
      return null;
    }
    try {
      if (!column.isWkb()) {
        return ArrowGeometry.of(column.encoding(), value);
      }
      byte[] bytes = (byte[]) value;
      WkbShape.require(bytes);
      return wkb.read(bytes);
    } catch (ParseException | IllegalArgumentException e) {
      throw problem(String.valueOf(e.getMessage()), "geometries of encoding " + column.encoding());
    }
  }

  @Override
  protected String place() {
    return "row " + number();
  }

  @Override
  protected long number() {
    return rows == null ? 0 : rows.row() + 1;
  }

  /** Returns the number of the current row, from 0. */
  long row() {
    return rows.row();
  }

  @Override
  protected Object givenId() {
    Object given = idAt < 0 ? null : rows.value(idAt);
    return given == null && madeIds != null ? madeIds.apply(rows.row()) : given;
  }

  @Override
  protected FreshIds idsOfFile() {
    FreshIds used = new FreshIds();
    if (idAt >= 0) {
      RowReader all = new RowReader(parquet, new MessageType("ids", schema.getType(idAt)));
      while (all.next()) {
        if (all.value(0) instanceof Long given) {
          used.use(given);
        }
      }
    }
    return used;
  }

  @Override
  public CoordinateSystem coordinateSystem() {
    return column.system();
  }

  @Override
  public List<String> attributeNames() {
    return names;
  }

  @Override
  public Object attribute(int attribute) {
    int column = columns.get(attribute);
    Object value = column < 0 ? null : rows.value(column);
    if (value instanceof String && types.get(attribute) == AttributeType.INTEGER) {
      withText.add(names.get(attribute));
    }
    if (value instanceof List || value instanceof Map) {
      nested.add(names.get(attribute));
      nestedValues++;
      return json(value);
    }
    return value;
  }

  /** Returns a list or struct as JSON. Byte arrays and dates in it become text. */
  private String json(Object value) {
    try {
      return Json.MAPPER.writeValueAsString(plain(value));
    } catch (JsonProcessingException e) {
      throw problem("a nested value that JSON cannot hold", "lists and structs");
    }
  }

  private static Object plain(Object value) {
    if (value instanceof List<?> list) {
      List<Object> made = new ArrayList<>();
      list.forEach(each -> made.add(plain(each)));
      return made;
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> made = new LinkedHashMap<>();
      map.forEach((key, each) -> made.put((String) key, plain(each)));
      return made;
    }
    boolean isPlain =
        value == null
            || value instanceof Boolean
            || value instanceof Long
            || value instanceof Double number && Double.isFinite(number);
    return isPlain ? value : AttributeType.textOf(value);
  }

  @Override
  public AttributeType declaredType(int attribute) {
    return types.get(attribute);
  }

  @Override
  protected List<String> losses() {
    List<String> notes = new ArrayList<>();
    if (column.hasLostDefinition()) {
      notes.add(
          "the definition of the coordinate system "
              + Excerpt.quoted(column.system().name())
              + " is not kept, since it has no EPSG code");
    }
    if (column.isOnSphere()) {
      notes.add("edges on the sphere are read as straight lines between longitudes and latitudes");
    }
    List<String> altered = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      String type = columns.get(i) < 0 ? null : RowReader.textFrom(schema.getType(columns.get(i)));
      if (type != null && !type.equals(RowReader.NESTED)) {
        altered.add(names.get(i) + " (" + type + ")");
      }
    }
    if (!altered.isEmpty()) {
      notes.add("columns are kept as text: " + String.join(", ", altered));
    }
    if (!others.isEmpty()) {
      notes.add("further geometry columns are kept as bytes: " + String.join(", ", others));
    }
    if (nestedValues > 0) {
      notes.add(Losses.nested(nestedValues, nested));
    }
    for (String name : withText.stream().sorted().toList()) {
      notes.add(
          String.format(Locale.ROOT, "numbers above 2^63 - 1 in column %s are kept as text", name));
    }
    return notes;
  }

  @Override
  public void close() {
    if (ownsFile) {
      parquet.close();
    }
  }
}
