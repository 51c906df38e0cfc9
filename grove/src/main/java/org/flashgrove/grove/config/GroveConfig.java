package org.flashgrove.grove.config;

import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.indexes.tree.Domain;

/**
 * Settings of a grove.
 *
 * @param curve the curve that orders entries by their centres; entries outside its domain count as
 *     on its border, and are answered as all others are. Null for a curve that the grove chooses
 *     from its first entries
 * @param oversizedPart part of the domain's width or height above which an entry stands apart from
 *     the others: more than 0; all openings of a store must agree on it. Without a curve it is
 *     chosen, too
 * @param memory bytes for the directory, fences, the write buffer, and all that a running merge
 *     holds; at least {@link #LEAST_MEMORY}, and enough for a merge of blocks of the store. What
 *     queries hold comes beside it
 * @param snapshotMemory bytes beside the memory for what open snapshots see of the write buffer and
 *     commits have changed since; older snapshots expire when it is used up
 * @param besideBytes bytes outside of the heap, beside the memory, for pages that queries read
 * @param blind whether deletions and updates are accepted without a look at the page: they then
 *     report true, and those of entries that are not there are found, and {@code Grove.size} is
 *     corrected, when their block is merged
 * @param merges how changes are merged into blocks
 */
public record GroveConfig(
    HilbertCurve curve,
    double oversizedPart,
    long memory,
    long snapshotMemory,
    long besideBytes,
    boolean blind,
    MergeConfig merges) {
  /** Least memory, in bytes. */
  public static final long LEAST_MEMORY = 16 << 10;

  /** Memory of a grove whose spec does not say it, in bytes. */
  public static final long DEFAULT_MEMORY = 512 << 10;

  /**
   * Least memory for snapshots that a grove is given, in bytes: a query takes a snapshot, too, and
   * one whose visitor is slow is not to expire because the grove is small.
   */
  private static final long LEAST_SNAPSHOT_MEMORY = 16 << 20;

  /** Memory from which on there is more to gain by less work than by fewer bytes. */
  private static final long LARGE_MEMORY = 16 << 20;

  private static final double DEFAULT_OVERSIZED_PART = 1.0 / 16;
  private static final int SUB_BOX_PART = 16;
  private static final int DIRECTORY_PART = 4;

  /** Checks the ranges given above. */
  public GroveConfig {
    require(memory >= LEAST_MEMORY, "memory=" + memory, LEAST_MEMORY + " or more");
    require(oversizedPart > 0, "oversizedPart=" + oversizedPart, "more than 0");
  }

  /** Returns the default settings for a memory in bytes, of a Grove that chooses its curve. */
  public static GroveConfig of(long memory) {
    return of((HilbertCurve) null, memory);
  }

  /** Returns the default settings for a domain and a memory in bytes. */
  public static GroveConfig of(HilbertCurve curve, long memory) {
    return withDefaults(curve, memory, false, MergeConfig.DEFAULT);
  }

  /**
   * Reads {@code grove:domain=minx/miny/maxx/maxy,memory=512K,columns=split,fmin=0.65,tile=32,
   * boxes=16,levels=2,merges=commits,blind=off}, and what {@link MergeDesign} reads. Without a
   * domain the grove chooses one from its first entries. A memory of less than 512 KiB has tiles of
   * 8 pages if the spec does not say otherwise. The caller reads what is its own of the spec and
   * refuses the rest.
   *
   * @throws SpecException for a value out of range; the message lists what is allowed
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
    return withDefaults(curve, memory, blind, merges);
  }

  private static GroveConfig withDefaults(
      HilbertCurve curve, long memory, boolean blind, MergeConfig merges) {
    long snapshotMemory = Math.max(memory, LEAST_SNAPSHOT_MEMORY);
    return new GroveConfig(curve, DEFAULT_OVERSIZED_PART, memory, snapshotMemory, 0, blind, merges);
  }

  static void require(boolean holds, String given, String allowed) {
    if (!holds) {
      throw new SpecException("grove: " + given + " (allowed: " + allowed + ")");
    }
  }

  /** Returns a copy with other merges. */
  public GroveConfig withMerges(MergeConfig newMerges) {
    return new GroveConfig(
        curve, oversizedPart, memory, snapshotMemory, besideBytes, blind, newMerges);
  }

  /** Returns a copy with split pages or with joined ones. */
  public GroveConfig withSplit(boolean split) {
    return withMerges(
        new MergeConfig(
            split,
            merges.subBoxes(),
            merges.groupPages(),
            merges.intervals(),
            merges.fill(),
            merges.slack(),
            merges.twoLevels(),
            merges.rate(),
            merges.design()));
  }

  /** Returns a copy that keeps another part of the memory free. */
  public GroveConfig withSlack(double slack) {
    return withMerges(
        new MergeConfig(
            merges.split(),
            merges.subBoxes(),
            merges.groupPages(),
            merges.intervals(),
            merges.fill(),
            slack,
            merges.twoLevels(),
            merges.rate(),
            merges.design()));
  }

  /** Returns a copy with k-d trees of another size and another number of boxes a page. */
  public GroveConfig withTiles(int groupPages, int subBoxes) {
    return withMerges(
        new MergeConfig(
            merges.split(),
            subBoxes,
            groupPages,
            merges.intervals(),
            merges.fill(),
            merges.slack(),
            merges.twoLevels(),
            merges.rate(),
            merges.design()));
  }

  /** Returns a copy with two levels from another number of entries for each buffered on. */
  public GroveConfig withTwoLevels(double from) {
    return withMerges(
        new MergeConfig(
            merges.split(),
            merges.subBoxes(),
            merges.groupPages(),
            merges.intervals(),
            merges.fill(),
            merges.slack(),
            from,
            merges.rate(),
            merges.design()));
  }

  /**
   * Returns a copy whose merges a thread of its own does.
   *
   * @param rate most bytes of pages that it reads and writes in a second
   */
  public GroveConfig withWorker(long rate) {
    return withMerges(
        new MergeConfig(
            merges.split(),
            merges.subBoxes(),
            merges.groupPages(),
            merges.intervals(),
            merges.fill(),
            merges.slack(),
            merges.twoLevels(),
            rate,
            merges.design()));
  }

  /** Returns a copy whose deletions and updates look at pages, or do not. */
  public GroveConfig withBlind(boolean newBlind) {
    return new GroveConfig(
        curve, oversizedPart, memory, snapshotMemory, besideBytes, newBlind, merges);
  }

  /** Returns a copy with another part of the domain above which an entry is oversized. */
  public GroveConfig withOversizedPart(double newPart) {
    return new GroveConfig(curve, newPart, memory, snapshotMemory, besideBytes, blind, merges);
  }

  /**
   * Returns a copy for a heap that has no room for all of the memory.
   *
   * @param heapBytes what is left of the memory
   * @param outside bytes outside of the heap for pages that queries read
   */
  public GroveConfig divided(long heapBytes, long outside) {
    long snapshots = Math.min(snapshotMemory, Math.max(heapBytes / 2, LEAST_MEMORY));
    return new GroveConfig(curve, oversizedPart, heapBytes, snapshots, outside, blind, merges);
  }

  /** Returns a copy with another memory for snapshots, in bytes. */
  public GroveConfig withSnapshotMemory(long bytes) {
    return new GroveConfig(curve, oversizedPart, memory, bytes, besideBytes, blind, merges);
  }

  /** Returns the most bytes of the memory that boxes of runs of entries take. */
  private long subBoxBytes() {
    return memory / SUB_BOX_PART;
  }

  /** Returns a directory whose fences take no more of the memory than they may. */
  public Directory bounded(Directory directory) {
    return directory.within(subBoxBytes(), memory / DIRECTORY_PART);
  }

  /**
   * Returns how many boxes a page to read at first for pages, about half of them with some: not
   * more than these may take, about.
   */
  public int subBoxesOf(long pages) {
    int boxes = merges.subBoxes();
    while (boxes > 1 && pages / 2 * boxes * Integer.BYTES > subBoxBytes()) {
      boxes = boxes > 4 ? 4 : 1;
    }
    return boxes;
  }

  /**
   * Returns whether the memory is large: changes are then packed late and in another way, and the
   * log, which is as large as the memory allows, has copies of footers.
   */
  public boolean isLarge() {
    return memory >= LARGE_MEMORY;
  }

  public CurveOrder curveOrder() {
    return curve == null ? new CurveOrder() : new CurveOrder(curve, oversizedPart);
  }
}
