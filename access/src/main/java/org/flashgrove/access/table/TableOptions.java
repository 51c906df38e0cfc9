package org.flashgrove.access.table;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.design.StoreMemory;
import org.flashgrove.access.geodesic.Metrics;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.access.structure.RecordStructure;
import org.flashgrove.access.structure.StructureKinds;
import org.flashgrove.core.memory.MemoryBudget;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.log.SyncMode;
import org.jspecify.annotations.Nullable;

/**
 * Options of a new table: its indices, attributes and memory, and the files of its store.
 *
 * <p>Options are immutable, so threads may share them. Each {@code with} method returns a copy with
 * one more choice. The order of the calls does not matter; indices are sorted by name. A second
 * call of a method replaces its first choice, except that each index needs a new name.
 *
 * <p>Each method rejects values that no table can have. Creating a table calls {@link #design},
 * which checks that the choices fit together and names two choices that contradict each other.
 */
public final class TableOptions {
  private static final String RECORDS = Table.NAME;

  private record Chosen(
      @Nullable Schema schema,
      @Nullable Long cache,
      @Nullable Long memory,
      @Nullable String metric,
      @Nullable String flash) {}

  private final StoreOptions files;

  /** The spec of each index by name. An empty spec means the default spatial index. */
  private final Map<String, Optional<String>> indices;

  private final Chosen chosen;

  /** Design of an existing table, or null if these options describe a new table. */
  private final @Nullable StoreDesign existing;

  private TableOptions(StoreOptions files, Map<String, Optional<String>> indices, Chosen chosen) {
    this(files, indices, chosen, null);
  }

  private TableOptions(
      StoreOptions files,
      Map<String, Optional<String>> indices,
      Chosen chosen,
      @Nullable StoreDesign existing) {
    this.files = files;
    this.indices = Collections.unmodifiableMap(indices);
    this.chosen = chosen;
    this.existing = existing;
  }

  /**
   * Returns the default options: no index, and the files of {@link StoreOptions#defaults}. Records
   * and each index begin with a quarter of {@link StoreOptions#usualMemory}, but at least 16 MiB.
   */
  public static TableOptions defaults() {
    return new TableOptions(
        StoreOptions.defaults(), new TreeMap<>(), new Chosen(null, null, null, null, null));
  }

  /**
   * Returns the options of a table in an existing store.
   *
   * @param table the name of the table
   * @throws SpecException if the store has no such table, or {@code table.NAME} is not an index
   */
  public static TableOptions of(StoreDesign design, String table) {
    StructureConfig records = requireNonNull(design, "design").structures().get(table);
    if (records == null || !records.isOfRecords()) {
      throw new SpecException(SpecException.unknown("table", table, OneTable.names(design)));
    }
    Map<String, StructureConfig> structures = new LinkedHashMap<>();
    Map<String, Optional<String>> indices = new TreeMap<>();
    design
        .structures()
        .forEach(
            (name, config) -> {
              if (table.equals(StoreDesign.tableOf(name))) {
                IndexAddition.requireIndex(config);
                structures.put(RECORDS + name.substring(table.length()), config);
                indices.put(
                    name.substring(table.length() + 1),
                    Optional.of(IndexAddition.asChosen(config)));
              }
            });
    structures.put(RECORDS, records);
    RecordStructure.Settings settings = records.of(RecordStructure.Settings.class);
    return new TableOptions(
        StoreOptions.filesLike(design),
        indices,
        new Chosen(settings.schema(), settings.cacheBytes(), null, null, design.flash().toString()),
        design.structures().equals(structures)
            ? design // keeps the structure numbers
            : new StoreDesign(
                design.device(), design.pageSize(), design.sync(), design.flash(), structures));
  }

  private TableOptions withFiles(StoreOptions others) {
    return new TableOptions(others, indices, chosen);
  }

  private TableOptions with(Chosen others) {
    return new TableOptions(files, indices, others);
  }

  /** Returns a copy whose records have the attributes of a schema. */
  public TableOptions withAttributes(Schema schema) {
    requireNonNull(schema, "schema");
    return with(
        new Chosen(schema, chosen.cache(), chosen.memory(), chosen.metric(), chosen.flash()));
  }

  /**
   * Returns a copy whose records have the attributes of a schema.
   *
   * @param schema text of {@link Schema#parse}, such as {@code owner:string/height:double?}
   * @throws SpecException if the text is invalid; the message names the wrong part
   */
  public TableOptions withAttributes(String schema) {
    return withAttributes(Schema.parse(requireNonNull(schema, "schema")));
  }

  /**
   * Returns a copy with one more index. An index on the key rejects duplicate keys unless its spec
   * says {@code unique=off}.
   *
   * @param name name of the index, such as {@code geom}
   * @param spec kind and settings of the index, such as {@code rstar} or {@code bplus}
   * @throws SpecException if the name is taken, or the spec is not an index of a table
   */
  public TableOptions withIndex(String name, String spec) {
    IndexAddition.requireIndex(StructureKinds.readable(requireNonNull(spec, "spec")));
    return withIndex(name, Optional.of(spec));
  }

  /**
   * Returns a copy with a spatial index of the default kind, as in {@link StoreOptions#defaults}.
   *
   * @param name name of the index, such as {@code geom}
   * @throws SpecException if the name is taken
   */
  public TableOptions withGeometryIndex(String name) {
    return withIndex(name, Optional.empty());
  }

  /**
   * Returns a copy with an index on the keys of records. It rejects duplicate keys.
   *
   * @param name name of the index, such as {@code key}
   * @throws SpecException if the name is taken
   */
  public TableOptions withKeyIndex(String name) {
    return withIndex(name, KeyStructure.KIND);
  }

  /**
   * Returns a copy with an index on an attribute.
   *
   * @param name name of the index, such as {@code owner}
   * @param attribute the name of the attribute
   * @throws SpecException if the name is taken
   */
  public TableOptions withAttributeIndex(String name, String attribute) {
    requireNonNull(attribute, "attribute");
    return withIndex(name, KeyStructure.KIND + ":attribute=" + Attribute.encodedName(attribute));
  }

  private TableOptions withIndex(String name, Optional<String> spec) {
    StoreDesign.requireName(RECORDS + "." + requireNonNull(name, "name"));
    Map<String, Optional<String>> more = new TreeMap<>(indices);
    if (more.put(name, spec) != null) {
      throw new SpecException("index '" + name + "' already exists; choose another name");
    }
    return new TableOptions(files, more, chosen);
  }

  /**
   * Returns a copy in which the table and its spatial indices measure distances by another metric,
   * as {@link StoreOptions#withMetric} does.
   */
  public TableOptions withMetric(String name) {
    Metrics.requireKnown(requireNonNull(name, "name"));
    return with(new Chosen(chosen.schema(), chosen.cache(), chosen.memory(), name, chosen.flash()));
  }

  /**
   * Returns a copy with another memory size for record pages, index pages and write buffers
   * together. Memory moves to the structures that need it most.
   *
   * @param bytes at least 16 KiB for the records and for each index; about 56 KiB for the default
   *     spatial index. Creating the table fails with less.
   * @throws SpecException if the size is not allowed; the message lists the allowed sizes
   */
  public TableOptions withMemory(long bytes) {
    files.withMemory(bytes); // throws if the size is not allowed
    return with(
        new Chosen(chosen.schema(), chosen.cache(), bytes, chosen.metric(), chosen.flash()));
  }

  /** Returns a copy that shares memory, as {@link StoreOptions#withBudget} does. */
  public TableOptions withBudget(MemoryBudget common) {
    return withFiles(files.withBudget(common));
  }

  /** Returns a copy with another initial memory size for record pages, at least eight pages. */
  public TableOptions withCache(long bytes) {
    StructureKinds.readable(RecordStructure.KIND + ":cache=" + bytes);
    return with(
        new Chosen(chosen.schema(), bytes, chosen.memory(), chosen.metric(), chosen.flash()));
  }

  private @Nullable Long part() {
    return StoreMemory.part(chosen.memory(), chosen.cache(), indices.size());
  }

  /** Returns a copy with another buffer for the indices, as {@link StoreOptions#withFlash} does. */
  public TableOptions withFlash(String spec) {
    files.withFlash(spec); // throws if the spec is invalid
    return with(
        new Chosen(chosen.schema(), chosen.cache(), chosen.memory(), chosen.metric(), spec));
  }

  /** Returns a copy with another device, as {@link StoreOptions#withDevice} does. */
  public TableOptions withDevice(String spec) {
    return withFiles(files.withDevice(spec));
  }

  /** Returns a copy with another page size, as {@link StoreOptions#withPageSize} does. */
  public TableOptions withPageSize(int bytes) {
    return withFiles(files.withPageSize(bytes));
  }

  /** Returns a copy with another sync mode, as {@link StoreOptions#withSync} does. */
  public TableOptions withSync(SyncMode mode) {
    return withFiles(files.withSync(mode));
  }

  /**
   * Returns the design of a store that consists of this table.
   *
   * @throws SpecException if two choices contradict each other; the message names both
   */
  public StoreDesign design() {
    return existing == null ? sizedFiles().designOf(structures(RECORDS)) : existing;
  }

  private StoreOptions sizedFiles() {
    String flash = chosen.flash();
    Long memory = part();
    StoreOptions buffered = flash == null ? files : files.withFlash(flash);
    if (memory == null && flash != null) {
      return buffered;
    }
    return buffered.withMemory(memory == null ? StoreMemory.usualOfTable() : memory);
  }

  /**
   * Returns the spec of each structure of the table by name, with the records last.
   *
   * @param table the name of the table in its store
   * @throws SpecException if two choices contradict each other; the message names both
   */
  public Map<String, String> structures(String table) {
    requireNonNull(table, "table");
    Map<String, String> structures = new LinkedHashMap<>();
    boolean isSpatial = false;
    for (Map.Entry<String, Optional<String>> index : indices.entrySet()) {
      String name = table + "." + index.getKey();
      StructureConfig config =
          StoreDesign.ofNew(name, spec(index.getValue().orElse(null)), pageSize());
      IndexAddition.requireIndex(config);
      isSpatial |= config.isSpatial();
      structures.put(name, config.toString());
    }
    if (chosen.metric() != null && !isSpatial) {
      throw new SpecException(
          "metric '"
              + chosen.metric()
              + "' of a table without a spatial index; add one, such as geom=rstar");
    }
    structures.put(table, RecordStructure.Settings.spec(cacheBytes(), schema()));
    return structures;
  }

  /**
   * Returns the spec of each structure of a table in an existing store. The table uses the files
   * and the buffer of that store. The memory size applies to groves and records only, because trees
   * use the buffer of the store.
   *
   * @param table the name of the table in the store
   * @throws SpecException if two choices contradict each other, or a choice contradicts the store;
   *     the message names both
   */
  public Map<String, String> structuresIn(StoreDesign store, String table) {
    requireNonNull(table, "table");
    String flash = chosen.flash();
    (flash == null ? files : files.withFlash(flash)).requireFilesOf(store);
    Chosen there =
        new Chosen(
            chosen.schema(),
            chosen.cache(),
            chosen.memory(),
            chosen.metric(),
            store.flash().toString());
    return new TableOptions(StoreOptions.filesLike(store), indices, there).structures(table);
  }

  private String spec(@Nullable String index) {
    Long memory = part();
    if (index == null) {
      long bytes =
          memory == null
              ? StoreMemory.ofBuffer(sizedFiles().flash(), StoreMemory.usualOfTable())
              : memory;
      return measured(StoreMemory.grove(bytes));
    }
    Spec spec = Spec.parse(index);
    Long all = StructureKinds.isOfBlocks(spec) ? chosen.memory() : null;
    String sized = memory == null || all == null ? index : StoreMemory.with(index, memory, all);
    return StructureKinds.isSpatial(spec) ? measured(sized) : sized;
  }

  private String measured(String index) {
    return chosen.metric() == null ? index : Metrics.with(index, chosen.metric());
  }

  /** Returns the spec of each index by name, as an unmodifiable map. */
  public Map<String, String> indices() {
    Map<String, String> specs = new LinkedHashMap<>();
    design()
        .specs()
        .forEach(
            (name, spec) -> {
              if (!name.equals(RECORDS)) {
                specs.put(name.substring(RECORDS.length() + 1), spec);
              }
            });
    return Collections.unmodifiableMap(specs);
  }

  /**
   * Returns the initial memory for record pages in bytes.
   *
   * @throws SpecException if less than eight pages were chosen
   */
  public long cacheBytes() {
    long least = (long) RecordStructure.LEAST_CACHED_PAGES * pageSize();
    Long cache = chosen.cache();
    if (cache != null && cache < least) {
      throw new SpecException(
          "cache of "
              + cache
              + " bytes with pages of "
              + pageSize()
              + " bytes (allowed: at least "
              + least
              + " bytes, eight pages)");
    }
    if (cache != null) {
      return cache;
    }
    Long memory = part();
    return Math.max(least, memory == null ? usualCacheBytes() : memory);
  }

  /**
   * Returns the default cache size for records: the default memory size of one index of the table.
   */
  private long usualCacheBytes() {
    long index = StoreMemory.ofBuffer(sizedFiles().flash(), StoreMemory.usualOfTable());
    return Math.max(RecordStructure.USUAL_CACHE_BYTES, index);
  }

  /** Returns the schema of the records. */
  public Schema schema() {
    return chosen.schema() == null ? Schema.BYTES : chosen.schema();
  }

  /** Returns the spec of the buffer between index and device, including the page cache below it. */
  public String flash() {
    return sizedFiles().flash();
  }

  /** Returns the device as a spec. */
  public String device() {
    return files.device();
  }

  /** Returns the page size in bytes. */
  public int pageSize() {
    return files.pageSize();
  }

  /** Returns the sync mode, which decides when commits become durable. */
  public SyncMode sync() {
    return files.sync();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TableOptions options && options.toString().equals(toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /** Returns the options including defaults, or only the choices if they contradict each other. */
  @Override
  public String toString() {
    try {
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
    } catch (SpecException e) {
      return "TableOptions[indices=" + indices + ", " + chosen + ", " + files + "]";
    }
  }
}
