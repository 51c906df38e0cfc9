package org.flashgrove.grove.config;

import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.grove.block.BlockForm;

/**
 * Settings of merges: how buffered changes become blocks, and the form of their pages.
 *
 * @param split whether pages hold the upper bits of coordinates only and residual pages the rest:
 *     more entries a page for questions that need no exact rectangles
 * @param subBoxes most runs of entries of a page with a box in memory: 1, 2, 4, 8 or 16; fewer if a
 *     block's footer has no room for them, and 4 or 1 where all would take more than 1/16 of the
 *     memory
 * @param groupPages most pages that one k-d tree divides, 1 or more; fewer if the memory has no
 *     room for their entries, decoded
 * @param intervals most neighbouring intervals that a merge takes, 1 or more
 * @param fill how full the blocks of a merge must be that makes more blocks than it takes: 0 to 1
 * @param slack part of the memory kept free when no merge runs, for merges that are spread over the
 *     insertions that follow: 0 to less than 1
 * @param twoLevels entries in blocks, for each change that the buffer has about room for, from
 *     which on blocks may stand above others: 0 or more; infinite for one level however many there
 *     are
 * @param rate most bytes of pages that a thread of the grove's own reads and writes in a second,
 *     for merges beside changes and queries; 0 if changes do the merges, so that counts repeat
 * @param design which ideas are used
 */
public record MergeConfig(
    boolean split,
    int subBoxes,
    int groupPages,
    int intervals,
    double fill,
    double slack,
    double twoLevels,
    long rate,
    MergeDesign design) {
  private static final int MOST_BOXES = 16;
  private static final double ONE_LEVEL = Double.POSITIVE_INFINITY;
  private static final int DEFAULT_INTERVALS = 8;
  private static final double DEFAULT_FILL = 0.65;
  private static final double DEFAULT_SLACK = 1.0 / 64;
  private static final long DEFAULT_RATE = 1L << 30;
  private static final long LEAST_RATE = 1L << 16;

  /** Share of the memory reserved for changes while a worker merges. */
  private static final double SLACK_BESIDE = 1.0 / 32;

  /** Entries in blocks for each buffered change from which on two levels load faster, by far. */
  static final double MANY_ENTRIES = 48;

  /**
   * Default merges: two levels where there are many entries, split pages, 16 boxes a page, tiles of
   * 32 pages, merges of 8 intervals.
   */
  public static final MergeConfig DEFAULT =
      new MergeConfig(
          true,
          MOST_BOXES,
          32,
          DEFAULT_INTERVALS,
          DEFAULT_FILL,
          DEFAULT_SLACK,
          MANY_ENTRIES,
          0,
          MergeDesign.DEFAULT);

  /** Checks the ranges given above. */
  public MergeConfig {
    GroveConfig.require(intervals >= 1, "intervals=" + intervals, "1 or more");
    GroveConfig.require(fill >= 0 && fill <= 1, "fill=" + fill, "0 to 1");
    GroveConfig.require(slack >= 0 && slack < 1, "slack=" + slack, "0 to less than 1");
    GroveConfig.require(groupPages >= 1, "tile=" + groupPages, "1 or more");
    GroveConfig.require(
        subBoxes >= 1 && subBoxes <= MOST_BOXES && Integer.bitCount(subBoxes) == 1,
        "boxes=" + subBoxes,
        "1, 2, 4, 8 or 16");
    GroveConfig.require(rate >= 0, "rate=" + rate, "0 or more");
    GroveConfig.require(twoLevels >= 0, "two levels from " + twoLevels, "0 or more");
  }

  /**
   * Reads {@code columns=split,boxes=16,tile=32,fmin=0.65,levels=2,merges=commits}, for {@code
   * merges=worker} {@code rate=1G}, and what {@link MergeDesign} reads.
   *
   * @param defaultTile pages of a k-d tree if the spec does not say it
   * @throws SpecException for a value out of range; the message lists what is allowed
   */
  static MergeConfig of(Spec spec, int defaultTile) {
    boolean split = spec.choice("columns", "split", "split", "joined").equals("split");
    int boxes = spec.integer("boxes", MOST_BOXES, 1, Long.SIZE);
    int tile = spec.integer("tile", defaultTile, 1, BlockSpace.MAX_BLOCK_PAGES);
    double fill = spec.fraction("fmin", DEFAULT_FILL, 0, 1);
    boolean two = spec.integer("levels", 2, 1, 2) == 2;
    double twoLevels = two ? MANY_ENTRIES : ONE_LEVEL;
    String who = spec.choice("merges", "commits", "commits", "full", "worker");
    boolean worker = who.equals("worker");
    long rate = worker ? spec.bytes("rate", DEFAULT_RATE, LEAST_RATE, Long.MAX_VALUE) : 0;
    MergeDesign design = MergeDesign.of(spec, split, !who.equals("full"));
    double slack = worker ? SLACK_BESIDE : design.paced() ? DEFAULT_SLACK : 0;
    return new MergeConfig(
        split, boxes, tile, DEFAULT_INTERVALS, fill, slack, twoLevels, rate, design);
  }

  /** Returns whether a thread of the grove's own does the merges. */
  public boolean worker() {
    return rate > 0;
  }

  /**
   * Returns the form of blocks in a store, with fewer boxes a page if its footers are too small.
   */
  public BlockForm form(ComponentStore store) {
    int pageSize = store.pageSize();
    int envelope = ComponentStore.ENVELOPE_BYTES;
    int blockPages = store.blockPages();
    boolean isSplit = split && blockPages > 2; // a page, its residual page and the footer
    int most = BlockForm.of(pageSize, envelope, blockPages, isSplit).subBoxes();
    int boxes = Math.min(subBoxes, most);
    return new BlockForm(pageSize, envelope, blockPages, isSplit, boxes);
  }
}
