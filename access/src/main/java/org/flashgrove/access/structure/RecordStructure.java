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
 * Records of a store in a heap file: {@code records:cache=8M}, with that memory for their pages.
 * ARC replaces them, so that a long scan does not evict pages that are used again and again. With
 * {@code attributes=owner:string/height:double?} they have a {@link Schema}.
 */
public final class RecordStructure extends Structure {
  /** Name of the specs of records. */
  public static final String KIND = "records";

  /** Fewest pages of records in memory. */
  public static final int LEAST_CACHED_PAGES = 8;

  /** Memory for pages of records if a spec does not say it. */
  public static final long USUAL_CACHE_BYTES = 8L << 20;

  private final HeapFile heap;
  private volatile Schema schema;

  /** Settings of records. */
  public static final class Settings extends StructureConfig {
    private static final String ATTRIBUTES = "attributes";

    private final long cacheBytes;
    private final Schema schema;

    private Settings(Spec spec, long cacheBytes, Schema schema) {
      super(spec, StructureRole.RECORDS);
      this.cacheBytes = cacheBytes;
      this.schema = schema;
    }

    /** Returns the memory for pages of records. */
    public long cacheBytes() {
      return cacheBytes;
    }

    /** Returns the attributes of the records. */
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
                + "': with placement=home the slot of a page is the id of its node (allowed:"
                + " placement=free)");
      }
    }

    @Override
    public StructureSalvage salvage(SalvageContext site) {
      return site.records();
    }

    static Settings of(Spec spec, int pageSize) {
      long least = (long) LEAST_CACHED_PAGES * pageSize;
      long most = 1L << 39; // less than 2^31 of the smallest pages
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
     * @param attributes text of their schema, or null if they have bytes of the application
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

  /** Returns what the attributes of the records are at present. */
  public Schema schema() {
    return schema;
  }

  /** Sets what the attributes of the records are from now on, as the store is described. */
  public void schema(Schema other) {
    schema = other;
  }

  /** Returns the heap file. Its own changes are a commit each. */
  public HeapFile heap() {
    return heap;
  }

  /** Begins changes that a batch of the store commits together with others. */
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
    // the replay of the log has opened the heap file
  }

  @Override
  protected void close() {
    // the log closes the heap file
  }
}
