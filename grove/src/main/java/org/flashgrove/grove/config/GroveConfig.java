package org.flashgrove.grove.config;

import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.indexes.tree.Domain;

/**
 * Settings of a Grove.
 *
 * @param curve curve that orders entries by their centres, or null if Grove chooses it from its
 *     first entries. An entry with its centre outside the domain is ordered as if it lay on the
 *     border; queries still find it
 * @param oversizedPart fraction of the width or height of the domain above which an entry is
 *     oversized; more than 0. It must not change for an existing store. If {@code curve} is null,
 *     Grove also chooses this fraction
 * @param memory bytes for the directory, the write buffer, a running merge and cached pages; at
 *     least {@link #LEAST_MEMORY}, and enough for a merge. Running queries need additional memory
 * @param snapshotMemory additional bytes for old states that open snapshots read; when they are
 *     used up, the oldest snapshots expire
 * @param besideBytes size in bytes of an additional page cache off heap, for queries
 * @param blind whether deletions and updates skip the search for their entry. They then always
 *     return true, and a later merge corrects {@code Grove.size}
 * @param merges settings of merges
 */
public record GroveConfig(
    HilbertCurve curve,
    double oversizedPart,
    long memory,
    long snapshotMemory,
    long besideBytes,
    boolean blind,
    MergeConfig merges) {
  /** Minimum memory in bytes. */
  public static final long LEAST_MEMORY = 16 << 10;

  /** Default memory in bytes. */
  public static final long DEFAULT_MEMORY = 512 << 10;

  /**
   * Minimum memory for snapshots in bytes. Each query takes a snapshot. With less memory, the
   * snapshot of a slow query could expire in a small Grove.
   */
  private static final long LEAST_SNAPSHOT_MEMORY = 16 << 20;

  /** Memory size in bytes from which on Grove saves CPU time rather than memory. */
  private static final long LARGE_MEMORY = 16 << 20;

  /** Memory size in bytes from which on Grove keeps changes unpacked while much memory is free. */
  private static final long RAW_MEMORY = 8 << 20;

  private static final double DEFAULT_OVERSIZED_PART = 1.0 / 16;
  private static final int SUB_BOX_PART = 16;
  private static final int DIRECTORY_PART = 4;

  /** Throws a {@link SpecException} if a setting is out of range. */
  public GroveConfig {
    require(memory >= LEAST_MEMORY, "memory=" + memory, LEAST_MEMORY + " or more");
    require(oversizedPart > 0, "oversizedPart=" + oversizedPart, "more than 0");
  }

  /**
   * Reads {@code grove:domain=minx/miny/maxx/maxy,memory=512K,columns=split,fmin=0.65,tile=32,
   * boxes=16,levels=2,merges=commits,blind=off}, and the keys of {@link MergeDesign}. Without a
   * domain, Grove chooses one from its first entries. With less than 512 KiB of memory, the default
   * of {@code tile} is 8. This method ignores all other keys. The caller must read the keys that it
   * knows, and reject the rest.
   *
   * @throws SpecException for a value out of range; the message lists the allowed values
   */
  public static GroveConfig of(Spec spec) {
    HilbertCurve curve = null;
    if (spec.has(Domain.KEY)) {
      Domain domain = Domain.of(spec);
      curve = new HilbertCurve(domain.minX(), domain.minY(), domain.maxX(), domain.maxY());
    }
    long memory = spec.bytes("memory", DEFAULT_MEMORY, LEAST_MEMORY, Long.MAX_VALUE);
    MergeConfig merges = MergeConfig.of(spec, memory < DEFAULT_MEMORY ? 8 : 32);
    boolean blind = spec.flag("blind", false);
    long snapshotMemory = Math.max(memory, LEAST_SNAPSHOT_MEMORY);
    return new GroveConfig(curve, DEFAULT_OVERSIZED_PART, memory, snapshotMemory, 0, blind, merges);
  }

  static void require(boolean holds, String given, String allowed) {
    if (!holds) {
      throw new SpecException("grove: " + given + " (allowed: " + allowed + ")");
    }
  }

  /**
   * Returns a copy for a heap that is too small for all of {@link #memory}. In the copy, a part of
   * the memory is off heap.
   *
   * @param heapBytes memory on the heap, in bytes
   * @param outside memory off heap that caches pages for queries, in bytes
   */
  public GroveConfig divided(long heapBytes, long outside) {
    long snapshots = Math.min(snapshotMemory, Math.max(heapBytes / 2, LEAST_MEMORY));
    return new GroveConfig(curve, oversizedPart, heapBytes, snapshots, outside, blind, merges);
  }

  /**
   * Returns the maximum heap memory, in bytes, of the bounding boxes of runs in all blocks. A run
   * is a group of neighbouring entries on a page.
   */
  private long subBoxBytes() {
    return memory / SUB_BOX_PART;
  }

  /**
   * Returns a copy of a directory without the metadata of pages that does not fit into the
   * directory's share of the memory.
   */
  public Directory bounded(Directory directory) {
    return directory.within(subBoxBytes(), memory / DIRECTORY_PART);
  }

  /**
   * Returns the number of bounding boxes per page to load when a Grove of {@code pages} pages is
   * opened. All boxes together then take about the memory that is reserved for them.
   */
  public int subBoxesOf(long pages) {
    int boxes = merges.subBoxes();
    while (boxes > 1 && pages / 2 * boxes * Integer.BYTES > subBoxBytes()) {
      boxes = boxes > 4 ? 4 : 1;
    }
    return boxes;
  }

  /**
   * Returns whether the memory is large. Grove then packs more changes at once, and logs copies of
   * footers.
   */
  public boolean isLarge() {
    return memory >= LARGE_MEMORY;
  }

  /** Returns whether changes may stay unpacked while much memory is free. */
  public boolean mayKeepRaw() {
    return memory >= RAW_MEMORY;
  }

  public CurveOrder curveOrder() {
    return curve == null ? new CurveOrder() : new CurveOrder(curve, oversizedPart);
  }
}
