package org.flashgrove.indexes.grove;

import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.component.BlockForm;
import org.flashgrove.indexes.tree.Domain;

/**
 * What a grove is built with.
 *
 * @param curve the curve that orders entries by their centres; entries outside its domain count as
 *     on its border, and are answered as all others are
 * @param memory bytes for the directory, fences, the write buffer, and all that a running bite
 *     holds; at least {@link #LEAST_MEMORY}, and enough for a merge of blocks of the store. What
 *     queries hold comes beside it
 * @param split whether pages hold the upper bits of coordinates only and residual pages the rest:
 *     more entries a page for questions that need no exact rectangles
 * @param subBoxes most runs of entries of a page with a box in memory: 1, 2, 4, 8 or 16; fewer if a
 *     block's footer has no room for them, and 4 or 1 where all would take more than 1/16 of the
 *     memory
 * @param groupPages most pages that one k-d tree divides, 1 or more; fewer if the memory has no
 *     room for their entries, decoded
 * @param bite most neighbouring intervals a bite takes, 1 or more
 * @param fill how full the blocks of a bite must be that makes more blocks than it takes: 0 to 1
 * @param slack part of the memory kept free when no bite runs, for bites that are spread over the
 *     insertions that follow: 0 to less than 1
 * @param giants part of the domain's width or height above which an entry stands apart from the
 *     others: more than 0; all openings of a store must agree on it
 * @param snapshotMemory bytes beside the memory for what open snapshots see of the write buffer and
 *     commits have changed since; older snapshots expire when it is used up
 * @param blind whether deletions and updates are accepted without a look at the page: they then
 *     report true, and those of entries that are not there are found, and {@link Grove#size} is
 *     corrected, when their block is merged
 */
public record GroveConfig(
    HilbertCurve curve,
    long memory,
    boolean split,
    int subBoxes,
    int groupPages,
    int bite,
    double fill,
    double slack,
    double giants,
    long snapshotMemory,
    boolean blind) {
  /** Least memory, in bytes. */
  public static final long LEAST_MEMORY = 16 << 10;

  private static final int MOST_BOXES = 16;
  private static final int SUB_BOX_PART = 16;

  private static final double SLACK = 1.0 / 64;

  /** Memory of a grove whose spec does not say it, in bytes. */
  public static final long USUAL_MEMORY = 512 << 10;

  /** Checks the ranges given above. */
  public GroveConfig {
    require(memory >= LEAST_MEMORY, "memory=" + memory, LEAST_MEMORY + " or more");
    require(bite >= 1, "bite=" + bite, "1 or more");
    require(fill >= 0 && fill <= 1, "fill=" + fill, "0 to 1");
    require(slack >= 0 && slack < 1, "slack=" + slack, "0 to less than 1");
    require(giants > 0, "giants=" + giants, "more than 0");
    require(groupPages >= 1, "tile=" + groupPages, "1 or more");
    require(
        subBoxes >= 1 && subBoxes <= MOST_BOXES && Integer.bitCount(subBoxes) == 1,
        "boxes=" + subBoxes,
        "1, 2, 4, 8 or 16");
  }

  /** Returns the usual grove of a domain and a memory in bytes. */
  public static GroveConfig of(HilbertCurve curve, long memory) {
    return new GroveConfig(curve, memory, true, 16, 32, 8, 0.65, SLACK, 1.0 / 16, memory, false);
  }

  /**
   * Reads {@code grove:domain=minx/miny/maxx/maxy,memory=512K,columns=split,fmin=0.65,tile=32,
   * boxes=16,blind=off}. Only the domain must be given. A memory of less than 512 KiB has tiles of
   * 8 pages if the spec does not say otherwise. The caller reads what is its own of the spec and
   * refuses the rest.
   *
   * @throws SpecException for a value out of range; the message lists what is allowed
   */
  public static GroveConfig of(Spec spec) {
    Domain domain = Domain.of(spec);
    HilbertCurve curve =
        new HilbertCurve(domain.minX(), domain.minY(), domain.maxX(), domain.maxY());
    long memory = spec.bytes("memory", USUAL_MEMORY, LEAST_MEMORY, Long.MAX_VALUE);
    boolean small = memory < USUAL_MEMORY;
    boolean split = spec.choice("columns", "split", "split", "joined").equals("split");
    int boxes = spec.integer("boxes", MOST_BOXES, 1, Long.SIZE);
    int tile = spec.integer("tile", small ? 8 : 32, 1, BlockSpace.MAX_BLOCK_PAGES);
    double fill = spec.fraction("fmin", 0.65, 0, 1);
    boolean blind = spec.flag("blind", false);
    return new GroveConfig(
        curve, memory, split, boxes, tile, 8, fill, SLACK, 1.0 / 16, memory, blind);
  }

  private static void require(boolean holds, String given, String allowed) {
    if (!holds) {
      throw new SpecException("grove: " + given + " (allowed: " + allowed + ")");
    }
  }

  /** Returns a copy with split pages or with joined ones. */
  public GroveConfig withSplit(boolean newSplit) {
    return new GroveConfig(
        curve,
        memory,
        newSplit,
        subBoxes,
        groupPages,
        bite,
        fill,
        slack,
        giants,
        snapshotMemory,
        blind);
  }

  /** Returns a copy that keeps another part of the memory free. */
  public GroveConfig withSlack(double newSlack) {
    return new GroveConfig(
        curve,
        memory,
        split,
        subBoxes,
        groupPages,
        bite,
        fill,
        newSlack,
        giants,
        snapshotMemory,
        blind);
  }

  /** Returns a copy whose deletions and updates look at pages, or do not. */
  public GroveConfig withBlind(boolean newBlind) {
    return new GroveConfig(
        curve,
        memory,
        split,
        subBoxes,
        groupPages,
        bite,
        fill,
        slack,
        giants,
        snapshotMemory,
        newBlind);
  }

  /** Returns a copy with k-d trees of another size and another number of boxes a page. */
  public GroveConfig withTiles(int newGroupPages, int newSubBoxes) {
    return new GroveConfig(
        curve,
        memory,
        split,
        newSubBoxes,
        newGroupPages,
        bite,
        fill,
        slack,
        giants,
        snapshotMemory,
        blind);
  }

  /** Returns a copy with another part of the domain above which an entry is a giant. */
  public GroveConfig withGiants(double newGiants) {
    return new GroveConfig(
        curve,
        memory,
        split,
        subBoxes,
        groupPages,
        bite,
        fill,
        slack,
        newGiants,
        snapshotMemory,
        blind);
  }

  /** Returns a copy with another memory for snapshots, in bytes. */
  public GroveConfig withSnapshotMemory(long bytes) {
    return new GroveConfig(
        curve, memory, split, subBoxes, groupPages, bite, fill, slack, giants, bytes, blind);
  }

  /** Returns the most bytes of the memory that boxes of runs of entries take. */
  long subBoxBytes() {
    return memory / SUB_BOX_PART;
  }

  /**
   * Returns how many boxes a page to read at first for pages, about half of them with some: not
   * more than these may take, about.
   */
  int subBoxesOf(long pages) {
    int boxes = subBoxes;
    while (boxes > 1 && pages / 2 * boxes * Integer.BYTES > subBoxBytes()) {
      boxes = boxes > 4 ? 4 : 1;
    }
    return boxes;
  }

  Line line() {
    return new Line(curve, giants);
  }

  /**
   * Returns the form of blocks in a store, with fewer boxes a page if its footers are too small.
   */
  BlockForm form(ComponentStore store) {
    int pageSize = store.pageSize();
    int envelope = ComponentStore.ENVELOPE_BYTES;
    int blockPages = store.blockPages();
    boolean isSplit = split && blockPages > 2; // a page, its residual page and the footer
    int most = BlockForm.of(pageSize, envelope, blockPages, isSplit).subBoxes();
    int boxes = Math.min(subBoxes, most);
    return new BlockForm(pageSize, envelope, blockPages, isSplit, boxes);
  }
}
