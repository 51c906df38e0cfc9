package org.flashgrove.access.structure;

import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.kind.MemoryRequest;
import org.flashgrove.access.kind.SalvageContext;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureContext;
import org.flashgrove.access.kind.StructureRole;
import org.flashgrove.access.kind.StructureSalvage;
import org.flashgrove.access.metrics.StructureStats;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.core.replacement.ReplacementPolicies;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.heap.HeapCheck;
import org.flashgrove.storage.heap.HeapFile;
import org.flashgrove.storage.heap.HeapMemory;
import org.flashgrove.storage.heap.HeapOperation;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * Records of a store in a heap file. The spec {@code records:cache=8M} sets the memory for their
 * pages. The replacement policy is ARC, so that a long scan does not evict frequently used pages.
 * With {@code attributes=owner:string/height:double?} the records have a {@link Schema}.
 */
public final class RecordStructure extends Structure {
  /** Name of this kind of structure in specs. */
  public static final String KIND = "records";

  /** Minimum number of record pages in memory. */
  public static final int LEAST_CACHED_PAGES = 8;

  /** Default memory for record pages in bytes. */
  public static final long USUAL_CACHE_BYTES = 8L << 20;

  private final HeapFile heap;
  private volatile Schema schema;

  /** Settings of a structure of records. */
  public static final class Settings extends StructureConfig {
    private static final String ATTRIBUTES = "attributes";

    private final long cacheBytes;
    private final Schema schema;

    private Settings(Spec spec, long cacheBytes, Schema schema) {
      super(spec, StructureRole.RECORDS);
      this.cacheBytes = cacheBytes;
      this.schema = schema;
    }

    /** Returns the memory for record pages in bytes. */
    public long cacheBytes() {
      return cacheBytes;
    }

    /** Returns the schema of the records. */
    public Schema schema() {
      return schema;
    }

    @Override
    public Structure make(String name, StructureContext site) {
      return new RecordStructure(name, this, site);
    }

    @Override
    public MemoryRequest memory(DeviceConfig device, int pageSize, BufferConfig buffer) {
      return MemoryRequest.ofPool(cacheBytes);
    }

    @Override
    public void requireFits(DeviceConfig device, int pageSize, BufferConfig buffer) {
      if (!device.isFree()) {
        throw new SpecException(
            "records on device '"
                + device
                + "': placement=home stores nodes of an index only; use placement=free");
      }
    }

    @Override
    public StructureSalvage salvage(SalvageContext site) {
      return site.records();
    }

    static Settings of(Spec spec, int pageSize) {
      long least = (long) LEAST_CACHED_PAGES * pageSize;
      long most = 1L << 39; // fewer than 2^31 pages of the minimum size
      long cacheBytes = spec.bytes("cache", USUAL_CACHE_BYTES, least, most);
      String names = spec.value(ATTRIBUTES, "", "NAME:TYPE, with / between them", text -> text);
      Schema schema = spec.has(ATTRIBUTES) ? Schema.parse(names) : Schema.BYTES;
      spec.requireAllUsed();
      return new Settings(spec, cacheBytes, schema);
    }

    /** Returns the spec of records. */
    public static String spec(long cacheBytes, Schema schema) {
      return spec(Long.toString(cacheBytes), schema.isBytes() ? null : schema.toString());
    }

    /**
     * Returns the spec of records.
     *
     * @param attributes text of their schema, or null if records have raw bytes of the application
     */
    public static String spec(String cacheBytes, @Nullable String attributes) {
      String records = KIND + ":cache=" + cacheBytes;
      return attributes == null ? records : records + "," + ATTRIBUTES + "=" + attributes;
    }
  }

  RecordStructure(String name, StructureConfig config, StructureContext site) {
    super(name, config, site);
    schema = config.of(Settings.class).schema();
    heap =
        new HeapFile(
            site.log(),
            site.number(),
            site.slots(),
            site.tag(),
            new HeapMemory(
                cachedPages(config.of(Settings.class).cacheBytes(), site),
                ReplacementPolicies.arc()),
            HeapFile.SNAPSHOT_BYTES);
    site.share(heap.shared());
  }

  private static int cachedPages(long asked, StructureContext site) {
    return (int) Math.max(LEAST_CACHED_PAGES, site.poolBytes(asked) / site.pageSize());
  }

  /** Returns the current schema of the records. */
  public Schema schema() {
    return schema;
  }

  /**
   * Sets the schema of the records. The caller must first write the schema to the store's
   * description file.
   */
  public void schema(Schema other) {
    schema = other;
  }

  /**
   * Returns the heap file. Each change that is made directly on the heap file has its own commit.
   */
  public HeapFile heap() {
    return heap;
  }

  /** Begins changes that a batch of the store commits. */
  public HeapOperation begin(WriteBatch batch) {
    return batch.begin(heap);
  }

  @Override
  protected HeapFile stored() {
    return heap;
  }

  @Override
  public long size() {
    return heap.size();
  }

  @Override
  public CheckReport check() {
    HeapCheck.Report found = heap.check();
    return new CheckReport(
        found.isClean(),
        found.dataPages() + found.overflowPages(),
        0,
        0,
        found.records(),
        found.findings().size(),
        found.findings());
  }

  @Override
  public StructureStats stats() {
    return new StructureStats(
        name(), heap.size(), io(), heap.snapshotBytes(), null, null, heap.figures(), null);
  }

  @Override
  protected void open() {
    // The replay of the log has already opened the heap file.
  }

  @Override
  protected void close() {
    // The log closes the heap file.
  }
}
