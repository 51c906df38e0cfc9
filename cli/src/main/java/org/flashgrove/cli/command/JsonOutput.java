package org.flashgrove.cli.command;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.metrics.StoreStats;
import org.flashgrove.access.structure.IdStructure;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.structure.TreeStructure;
import org.flashgrove.storage.node.buffer.BufferStats;
import org.flashgrove.storage.page.PoolStats;

/** Members of the JSON objects that commands print. Scripts depend on their names. */
public final class JsonOutput {
  /** Name of the member with the statistics of a structure on raw flash. */
  public static final String RAW_FLASH = "rawFlash";

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final TypeReference<Map<String, Object>> MEMBERS = new TypeReference<>() {};

  private JsonOutput() {}

  public static Map<String, Object> of(StoreOptions options) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("index", options.index());
    members.put("flash", options.flash());
    members.put("device", options.device());
    members.put("pageSize", options.pageSize());
    members.put("sync", options.sync().toString());
    if (options.hasIds()) {
      members.put("ids", options.design().specs().get(SpatialStore.INDEX + "." + IdStructure.KIND));
    }
    return members;
  }

  /** Returns the JSON members that describe the design of a store. */
  public static Map<String, Object> of(StoreDesign design) {
    if (design.isSpatialStore()) {
      return of(StoreOptions.of(design));
    }
    if (design.isOneTable()) {
      return of(TableOptions.of(design, Table.NAME));
    }
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("flash", design.flash().toString());
    members.put("device", design.device().toString());
    members.put("pageSize", design.pageSize());
    members.put("sync", design.sync().toString());
    return members;
  }

  /** Returns the JSON members that describe the design of a store and the chosen structure. */
  public static Map<String, Object> of(ChosenStructure chosen) {
    Map<String, Object> members = of(chosen.design());
    if (!chosen.isWhole()) {
      members.put("structure", chosen.name());
      members.put("index", chosen.spec());
    }
    return members;
  }

  /**
   * Adds the statistics of a structure on raw flash as a separate member. Does nothing for other
   * structures.
   */
  public static void addRawFlash(Map<String, Object> members, Structure structure) {
    Record figures = structure.figures();
    if (figures != null) {
      members.put(RAW_FLASH, of(figures));
    }
  }

  /** Returns the member {@code overflow} of a tree with overflow nodes. */
  public static Map<String, Object> overflow(TreeStructure structure) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("nodes", structure.overflowNodes());
    members.put("entries", structure.overflowEntries());
    members.put("longestChain", structure.longestChain());
    return members;
  }

  /** Returns the content of the JSON member {@code table}. */
  public static Map<String, Object> of(Table table) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("records", table.size());
    members.put("pages", table.pageCount());
    return members;
  }

  /**
   * Adds the tables of a store. The member is {@code table} if the store was created for a single
   * table, and {@code tables} if it has tables among several structures. Adds nothing for a store
   * without tables.
   */
  public static void addTables(Map<String, Object> members, Store store) {
    Map<String, Object> tables = new LinkedHashMap<>();
    for (Table table : Table.allOf(store)) {
      tables.put(table.name(), of(table));
    }
    if (store.design().isOneTable()) {
      members.put("table", tables.get(Table.NAME));
    } else if (!tables.isEmpty()) {
      members.put("tables", tables);
    }
  }

  /** Returns the noun, in the singular, that messages use for the content of a store. */
  public static String entryOf(Store store) {
    return store.design().isOneTable() ? "record" : "entry";
  }

  public static Map<String, Object> of(TableOptions options) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("indices", options.indices());
    members.put("flash", options.flash());
    members.put("device", options.device());
    members.put("pageSize", options.pageSize());
    members.put("sync", options.sync().toString());
    members.put("cacheBytes", options.cacheBytes());
    if (!options.schema().isBytes()) {
      Map<String, Object> attributes = new LinkedHashMap<>();
      options
          .schema()
          .attributes()
          .forEach(
              each -> attributes.put(each.name(), each.type() + (each.isNullable() ? "?" : "")));
      members.put("attributes", attributes);
    }
    return members;
  }

  /** Returns the components of a record by name, in their order. */
  public static Map<String, Object> of(Record figures) {
    return MAPPER.convertValue(figures, MEMBERS);
  }

  /**
   * Adds the members {@code io}, {@code log} and {@code meta}. For a store with one structure, also
   * adds the statistics of its buffer: {@code flashAware} for a flash-aware buffer and {@code
   * buffer} for a page cache. A flash-aware buffer on top of a page cache results in both members.
   */
  public static void addTraffic(Map<String, Object> members, StoreStats metrics) {
    addTraffic(members, metrics, metrics.structures().size() == 1 ? metrics.first().name() : null);
  }

  /**
   * Adds the members {@code io}, {@code log} and {@code meta}, and the statistics of buffers.
   *
   * @param structure name of the structure whose buffer is reported. If it is null, only the page
   *     cache below a flash-aware buffer is reported, if the store has such a cache.
   */
  public static void addTraffic(Map<String, Object> members, StoreStats metrics, String structure) {
    members.put("io", of(metrics.io()));
    members.put("log", of(metrics.log()));
    members.put("meta", Map.of("pageWrites", metrics.metaPageWrites()));
    BufferStats buffer = structure == null ? null : metrics.structure(structure).buffer();
    if (buffer != null) {
      addBuffer(members, buffer, metrics.poolPolicy());
    }
    PoolStats below = metrics.pool();
    if (below != null) {
      Map<String, Object> buffered = new LinkedHashMap<>();
      putPool(buffered, metrics.poolPolicy(), below.budgetBytes(), below.hits(), below.faults());
      members.put("buffer", buffered);
    }
  }

  private static void addBuffer(
      Map<String, Object> members, BufferStats buffer, String poolPolicy) {
    Map<String, Object> inner = new LinkedHashMap<>();
    boolean pool = buffer.name().equals("pool");
    if (pool) {
      putPool(inner, poolPolicy, buffer.budgetBytes(), buffer.hits(), buffer.misses());
    } else {
      inner.put("flushes", buffer.flushes());
      inner.put("flushedNodes", buffer.flushedNodes());
      inner.put("readBufferHits", buffer.hits());
      inner.put("readBufferMisses", buffer.misses());
      inner.put("budgetBytes", buffer.budgetBytes());
      inner.put("usedBytes", buffer.usedBytes());
      inner.put("scratchBytes", buffer.scratchBytes());
      inner.put("bufferedNodes", buffer.bufferedNodes());
      inner.putAll(buffer.costs());
    }
    members.put(pool ? "buffer" : "flashAware", inner);
  }

  private static void putPool(
      Map<String, Object> members, String policy, long budgetBytes, long hits, long misses) {
    members.put("policy", policy);
    members.put("budgetBytes", budgetBytes);
    members.put("hits", hits);
    members.put("misses", misses);
  }
}
