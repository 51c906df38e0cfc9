package org.flashgrove.access.attribute;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.flashgrove.core.failure.UnknownAttributeException;
import org.flashgrove.core.spec.SpecException;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a table's records. Immutable. Adding or dropping an attribute creates a new
 * version of the schema and rewrites no record: each record stores the version that it was written
 * with, and the schema keeps the attributes of all versions.
 *
 * <pre>{@code
 * Schema schema = Schema.builder()
 *     .required("owner", AttributeType.STRING)
 *     .nullable("height", AttributeType.DOUBLE)
 *     .build();
 * }</pre>
 */
public final class Schema {
  /** Maximum number of attributes of a schema, including dropped ones. */
  public static final int MOST_ATTRIBUTES = 255;

  /**
   * Schema of a table for which no attributes were declared. The records have raw bytes of the
   * application, which appear as one attribute named {@code bytes}.
   */
  public static final Schema BYTES =
      new Schema(
          List.of(new Column(Attribute.required("bytes", AttributeType.BYTES), 0, Column.KEPT)),
          0,
          true);

  private final List<Column> columns;
  private final int version;
  private final boolean isBytes;
  private final List<Attribute> attributes;

  private final String[] names;

  private final int[] ids;

  private final RowLayout[] layouts;

  private final int[][] columnsOf;

  private final int[] restricted;

  /** Results of {@link #alone}, or null where it was not called. Schemas can be created twice. */
  private final @Nullable Schema[] alone;

  record Column(Attribute attribute, int added, int dropped) {
    static final int KEPT = Integer.MAX_VALUE;

    boolean isIn(int version) {
      return added <= version && version < dropped;
    }
  }

  Schema(List<Column> columns, int version, boolean isBytes) {
    this.columns = List.copyOf(columns);
    this.version = version;
    this.isBytes = isBytes;
    attributes = Collections.unmodifiableList(attributesOf(version));
    names = attributes.stream().map(Attribute::name).toArray(String[]::new);
    requireDistinct(attributes);
    if (columns.size() > MOST_ATTRIBUTES) {
      throw new SpecException(
          columns.size()
              + " attributes, dropped ones included (allowed: at most "
              + MOST_ATTRIBUTES
              + "); create a new table");
    }
    alone = new Schema[attributes.size()];
    ids = idsOf(version);
    restricted =
        IntStream.range(0, attributes.size())
            .filter(each -> isRestricted(attributes.get(each)))
            .toArray();
    layouts = new RowLayout[version + 1];
    columnsOf = new int[version + 1][];
    for (int each = 0; each <= version; each++) {
      RowLayout layout = new RowLayout(attributesOf(each), idsOf(each));
      layouts[each] = layout;
      columnsOf[each] = new int[ids.length];
      for (int i = 0; i < ids.length; i++) {
        columnsOf[each][i] = layout.columnOf(ids[i]);
      }
    }
  }

  private List<Attribute> attributesOf(int some) {
    return columns.stream().filter(each -> each.isIn(some)).map(Column::attribute).toList();
  }

  private int[] idsOf(int some) {
    List<Integer> found = new ArrayList<>();
    for (int id = 0; id < columns.size(); id++) {
      if (columns.get(id).isIn(some)) {
        found.add(id);
      }
    }
    return found.stream().mapToInt(Integer::intValue).toArray();
  }

  private static void requireDistinct(List<Attribute> attributes) {
    List<String> names = new ArrayList<>();
    for (Attribute each : attributes) {
      String name = each.name().toLowerCase(Locale.ROOT);
      if (names.contains(name)) {
        throw new SpecException(
            "attribute '" + each.name() + "' already exists, ignoring case; choose another name");
      }
      names.add(name);
    }
  }

  /** Returns a schema of only the attribute at a position, which may be null. */
  public Schema alone(int attribute) {
    Schema known = alone[attribute];
    if (known == null) {
      Attribute of = attributes.get(attribute);
      known = builder().nullable(of.name(), of.type()).build();
      alone[attribute] = known;
    }
    return known;
  }

  /** Returns a builder without attributes. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Parses a schema in the form of specs, such as {@code owner:string/height:double?}. A question
   * mark after the type marks an attribute that may be null. Characters of names other than
   * letters, digits, {@code _}, {@code -} and {@code .} are percent-encoded. An attribute that was
   * added to an existing table is followed by {@code @} and the version that added it. A dropped
   * attribute is followed by {@code !} and the version that dropped it.
   *
   * @throws SpecException if the text is invalid; the message names the problem and the allowed
   *     form
   */
  public static Schema parse(String text) {
    return SchemaText.parse(requireNonNull(text, "text"));
  }

  /**
   * Returns whether the records have raw bytes of the application instead of declared attributes.
   */
  public boolean isBytes() {
    return isBytes;
  }

  /** Returns the number of times that attributes were added or dropped. */
  public int version() {
    return version;
  }

  /**
   * Returns the attributes in the order in which they were added. The caller must not change the
   * list.
   */
  public List<Attribute> attributes() {
    return attributes;
  }

  /** Returns the position of an attribute among {@link #attributes}, or -1. */
  public int indexOf(String name) {
    requireNonNull(name, "name");
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns the position of an attribute in {@link #attributes}.
   *
   * @throws UnknownAttributeException if no attribute has this name; the message lists the known
   *     names
   */
  public int require(String name) {
    int index = indexOf(name);
    if (index < 0) {
      throw new UnknownAttributeException(
          name,
          attributes.isEmpty()
              ? "none, the table has no attributes"
              : attributes.stream().map(Attribute::name).collect(Collectors.joining(", "))
                  + (name.equals("key")
                      ? "; TableQuery.keys selects keys, and RecordOrder.KEY sorts by key"
                      : ""));
    }
    return index;
  }

  /**
   * Returns the attribute with the given name.
   *
   * @throws UnknownAttributeException if no attribute has this name; the message lists the known
   *     names
   */
  public Attribute attribute(String name) {
    return attributes.get(require(name));
  }

  /**
   * Returns a copy of this schema with an additional attribute.
   *
   * @param attribute a nullable attribute, because existing records have no value of it
   * @throws SpecException if the attribute is not nullable, if its name exists, or if the records
   *     have raw bytes
   */
  public Schema with(Attribute attribute) {
    requireChangeable();
    if (!requireNonNull(attribute, "attribute").isNullable()) {
      throw new SpecException(
          "attribute '"
              + attribute.name()
              + "' is not nullable, but existing records have no value of it; add it as nullable");
    }
    List<Column> more = new ArrayList<>(columns);
    more.add(new Column(attribute, version + 1, Column.KEPT));
    return new Schema(more, version + 1, false);
  }

  /**
   * Returns a copy of this schema without an attribute. Existing records keep the bytes of the
   * value until they are changed. But the value is never visible again, even if an attribute with
   * the same name is added later.
   *
   * @throws SpecException if the attribute does not exist or is not nullable, or if the records
   *     have raw bytes
   */
  public Schema without(String name) {
    requireChangeable();
    Attribute dropped = attribute(name);
    if (!dropped.isNullable()) {
      throw new SpecException(
          "attribute '"
              + name
              + "' is not nullable and cannot be dropped; drop nullable ones only");
    }
    List<Column> fewer = new ArrayList<>(columns);
    int id = ids[require(name)];
    fewer.set(id, new Column(dropped, columns.get(id).added(), version + 1));
    return new Schema(fewer, version + 1, false);
  }

  private void requireChangeable() {
    if (isBytes) {
      throw new SpecException(
          "table: its records have bytes instead of attributes; create a table with attributes");
    }
  }

  List<Column> columns() {
    return columns;
  }

  /** Returns the layout of the records of a version, or null if the version does not exist. */
  @Nullable RowLayout layout(int some) {
    return some < layouts.length ? layouts[some] : null;
  }

  /** Returns the layout of new records. */
  RowLayout layout() {
    return layouts[version];
  }

  private static boolean isRestricted(Attribute attribute) {
    return !attribute.isNullable() || !attribute.type().allowsAllBytes();
  }

  /**
   * Returns the attributes whose stored bytes can be invalid: attributes that must not be null, and
   * attributes of a type that does not allow all bytes.
   */
  int[] restricted() {
    return restricted;
  }

  /**
   * Returns the column of each attribute in the layout of a version; -1 for an attribute that this
   * version lacks.
   */
  int[] columnsOf(int some) {
    return columnsOf[some];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Schema schema
        && schema.isBytes == isBytes
        && schema.version == version
        && schema.columns.equals(columns);
  }

  @Override
  public int hashCode() {
    return columns.hashCode();
  }

  /** Returns the text that {@link #parse} reads; empty for {@link #BYTES}. */
  @Override
  public String toString() {
    return isBytes ? "" : SchemaText.of(this);
  }

  /** Builds a schema attribute by attribute. */
  public static final class Builder {
    private final List<Column> columns = new ArrayList<>();

    private Builder() {}

    /** Adds an attribute. */
    public Builder add(Attribute attribute) {
      columns.add(new Column(attribute, 0, Column.KEPT));
      return this;
    }

    /** Adds an attribute for which every record needs a value. */
    public Builder required(String name, AttributeType type) {
      return add(Attribute.required(name, type));
    }

    /** Adds an attribute for which a record may have no value. */
    public Builder nullable(String name, AttributeType type) {
      return add(Attribute.nullable(name, type));
    }

    /**
     * Builds the schema.
     *
     * @throws SpecException if there are too many attributes, or two have the same name
     */
    public Schema build() {
      return new Schema(columns, 0, false);
    }
  }
}
