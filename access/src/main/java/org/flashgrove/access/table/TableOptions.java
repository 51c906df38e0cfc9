package org.flashgrove.access.table;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.design.DesignText;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.geodesic.Metrics;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.access.structure.RecordStructure;
import org.flashgrove.access.structure.StructureKinds;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bplus.KeyKind;

/**
 * What a table is made of: indices, such as {@code bplus} on the key or {@code rstar} on the
 * geometry, the buffer between each of them and the device, memory for pages of records, and the
 * files. Its parts are given and returned as spec strings, and read once.
 */
public final class TableOptions implements DesignText {
  private static final String RECORDS = Table.NAME;
  private static final long LEAST_POOL = 16L << 20;

  /** That of a store of this table alone. */
  private final StoreDesign design;

  private TableOptions(StoreDesign design) {
    this.design = design;
  }

  /**
   * What an application gets that says nothing: no index ({@link #withGeometryIndex} adds the usual
   * one of geometries); for each that is added a pool of a quarter of {@link
   * StoreOptions#usualMemory}, at least 16 MiB; a cache of 8 MiB for records; the files of {@link
   * StoreOptions#defaults}.
   */
  public static TableOptions defaults() {
    StoreDesign files = StoreOptions.defaults().withMemory(usualPool()).design();
    String records =
        new RecordStructure.Settings(RecordStructure.USUAL_CACHE_BYTES, Schema.BYTES).spec();
    return new TableOptions(StoreDesign.of(files.form(), files.flash(), Map.of(RECORDS, records)));
  }

  private RecordStructure.Settings records() {
    return Objects.requireNonNull(design.structures().get(RECORDS))
        .of(RecordStructure.Settings.class);
  }

  /**
   * What a table of a store is made of.
   *
   * @param table the name of its records
   * @throws SpecException if the store has no such records, or an index of them is not a table's
   */
  public static TableOptions of(StoreDesign design, String table) {
    StructureConfig records = design.structures().get(table);
    if (records == null || !records.isOfRecords()) {
      throw new SpecException("no records '" + table + "' in the store (allowed: those it has)");
    }
    Map<String, StructureConfig> structures = new LinkedHashMap<>();
    design
        .structures()
        .forEach(
            (name, config) -> {
              if (table.equals(StoreDesign.tableOf(name))) {
                requireIndex(config);
                structures.put(RECORDS + name.substring(table.length()), config);
              }
            });
    structures.put(RECORDS, records);
    if (design.structures().equals(structures)) {
      return new TableOptions(design); // with the numbers of its structures
    }
    return new TableOptions(new StoreDesign(design.form(), design.flash(), structures));
  }

  /**
   * Refuses a structure that is no index of a table.
   *
   * @throws SpecException naming what is allowed
   */
  static void requireIndex(StructureConfig config) {
    KeyStructure.Settings pairs = config.as(KeyStructure.Settings.class);
    if (pairs == null ? !config.isSpatial() : pairs.tree().key() != KeyKind.LONG) {
      throw new SpecException(
          "index '"
              + config
              + "' of a table (allowed: bplus with key=long, or a spatial index, such as rstar)");
    }
  }

  /** What a store of this table alone is made of. */
  @Override
  public StoreDesign design() {
    return design;
  }

  /** Returns the spec of each index by its name, in their order; not to be changed. */
  public Map<String, String> indices() {
    Map<String, String> indices = new LinkedHashMap<>();
    design
        .specs()
        .forEach(
            (name, spec) -> {
              if (!name.equals(RECORDS)) {
                indices.put(name.substring(RECORDS.length() + 1), spec);
              }
            });
    return Collections.unmodifiableMap(indices);
  }

  /** Returns the memory for pages of records, at least eight pages. */
  public long cacheBytes() {
    return records().cacheBytes();
  }

  /** Returns what the records' attributes are. */
  public Schema schema() {
    return records().schema();
  }

  /** Returns a copy whose records have attributes. */
  public TableOptions withAttributes(Schema schema) {
    return new TableOptions(design.with(RECORDS, records().withSchema(schema).spec()));
  }

  /**
   * Returns a copy whose records have attributes.
   *
   * @param schema text of {@link Schema#parse}, such as {@code owner:string/height:double?}
   * @throws SpecException saying what is not understood
   */
  public TableOptions withAttributes(String schema) {
    return withAttributes(Schema.parse(schema));
  }

  /**
   * Splits the text of an index.
   *
   * @throws SpecException if it is none
   */
  static String[] nameAndSpec(String text) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw new SpecException("index '" + text + "' (allowed: NAME=SPEC, such as geom=rstar)");
    }
    return new String[] {text.substring(0, equals).trim(), text.substring(equals + 1)};
  }

  /**
   * Returns a copy with one more index. An index on the key refuses a second record of a key,
   * unless it says {@code unique=off}.
   *
   * @param text name and spec, such as {@code geom=rstar} or {@code key=bplus}
   * @throws SpecException if there is one of that name
   */
  public TableOptions withIndex(String text) {
    String name = nameAndSpec(text)[0];
    String structure = RECORDS + "." + name;
    StructureConfig index = StoreDesign.ofNew(structure, nameAndSpec(text)[1], pageSize());
    requireIndex(index);
    Map<String, StructureConfig> more = new LinkedHashMap<>(design.structures());
    StructureConfig records = more.remove(RECORDS); // they come last
    if (more.put(structure, index) != null) {
      throw new SpecException("index name '" + name + "' twice (allowed: names that differ)");
    }
    more.put(RECORDS, records);
    return new TableOptions(new StoreDesign(design.form(), design.flash(), more));
  }

  /**
   * Returns a copy with the usual index of geometries: a grove, as {@link StoreOptions#defaults}
   * has it, of as much memory as the buffer of another index.
   *
   * @param name its name, such as {@code geom}
   * @throws SpecException if there is one of that name
   */
  public TableOptions withGeometryIndex(String name) {
    return withIndex(name + "=" + StoreOptions.usualIndex(indexBytes()));
  }

  private long indexBytes() {
    return StoreOptions.bufferBytes(flash(), usualPool());
  }

  private static long usualPool() {
    return Math.max(LEAST_POOL, StoreOptions.usualMemory() / 4);
  }

  /**
   * Returns a copy whose spatial indices, those it has by now, measure distances by another metric,
   * as {@link org.flashgrove.access.StoreOptions#withMetric} says; so does the table then.
   *
   * @throws SpecException for a name of none, or if there is no spatial index
   */
  public TableOptions withMetric(String name) {
    Map<String, StructureConfig> structures = new LinkedHashMap<>(design.structures());
    boolean[] found = {false};
    structures.replaceAll(
        (structure, config) -> {
          found[0] |= config.isSpatial();
          return config.isSpatial()
              ? StructureKinds.parse(Metrics.with(config.toString(), name), pageSize())
              : config;
        });
    if (!found[0]) {
      throw new SpecException(
          "metric '"
              + name
              + "' of a table without a spatial index (allowed: with one, such as"
              + " geom=rstar)");
    }
    return new TableOptions(new StoreDesign(design.form(), design.flash(), structures));
  }

  /** Returns a copy with another flash-aware buffer. */
  public TableOptions withFlash(String spec) {
    return new TableOptions(design.withFlash(spec));
  }

  /** Returns a copy on another device. */
  public TableOptions withDevice(String spec) {
    return new TableOptions(design.withDevice(spec));
  }

  /** Returns a copy with another page size; its cache has at least its fewest pages. */
  public TableOptions withPageSize(int bytes) {
    long cache = Math.max(cacheBytes(), (long) RecordStructure.LEAST_CACHED_PAGES * bytes);
    return new TableOptions(withCache(cache).design.withPageSize(bytes));
  }

  /** Returns a copy with another sync mode. */
  public TableOptions withSync(String mode) {
    return new TableOptions(design.withSync(mode));
  }

  /** Returns a copy with other memory for pages of records. */
  public TableOptions withCache(long bytes) {
    return new TableOptions(design.with(RECORDS, records().withCache(bytes).spec()));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TableOptions options && options.toString().equals(toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  @Override
  public String toString() {
    return "TableOptions[indices="
        + indices()
        + ", flash="
        + flash()
        + ", device="
        + device()
        + ", pageSize="
        + pageSize()
        + ", sync="
        + sync()
        + ", cacheBytes="
        + cacheBytes()
        + (schema().isBytes() ? "" : ", attributes=" + schema())
        + "]";
  }
}
