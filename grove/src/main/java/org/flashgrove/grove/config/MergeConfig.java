package org.flashgrove.grove.config;

import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.grove.block.BlockForm;

/**
 * Settings of merges, which move buffered changes to blocks, and of the pages in these blocks.
 *
 * @param split whether entry pages store only the upper bits of coordinates, and residual pages the
 *     rest. Queries that need no exact rectangles then read fewer pages
 * @param subBoxes maximum number of runs (groups of entries) in a page: 1, 2, 4, 8 or 16. Memory
 *     holds a bounding box for each run. Pages have fewer runs if footers or memory have no room
 *     for all boxes
 * @param groupPages maximum number of pages that one k-d tree arranges, 1 or more; fewer if memory
 *     is short
 * @param intervals maximum number of neighbouring intervals in a merge, 1 or more
 * @param fill minimum fraction of the new blocks' pages that a merge must fill if it increases the
 *     number of blocks: 0 to 1
 * @param slack fraction of memory kept free between merges, for changes during the next merge: 0 to
 *     less than 1
 * @param twoLevels ratio of the number of entries in blocks to the number of changes in a full
 *     buffer. Above this ratio, merges also write upper blocks, which hold newer entries than the
 *     blocks below them. 0 or more; infinity for a single level
 * @param rate maximum bytes of pages that a background thread reads and writes per second; 0 if
 *     commits run the merges themselves, so that counts of work are reproducible
 * @param design switches for optimizations
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

  /** Default of {@code slack} if a background thread runs merges. */
  private static final double SLACK_BESIDE = 1.0 / 32;

  /**
   * Default of {@code twoLevels}, the ratio of stored entries to buffered changes above which
   * merges also write upper blocks (with newer entries than the blocks below them). Above this
   * ratio, loads with two levels of blocks are much faster than loads with one.
   */
  static final double MANY_ENTRIES = 48;

  /** Throws a {@link SpecException} if a setting is out of range. */
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
   * Reads {@code columns=split,boxes=16,tile=32,fmin=0.65,levels=2,merges=commits}, {@code rate=1G}
   * for {@code merges=worker}, and the keys of {@link MergeDesign}.
   *
   * @param defaultTile default of {@code tile}
   * @throws SpecException for a value out of range; the message lists the allowed values
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

  /** Returns whether a background thread runs merges. */
  public boolean worker() {
    return rate > 0;
  }

  /**
   * Returns the layout of blocks in a store. The layout has fewer than {@link #subBoxes} boxes for
   * each page if a footer has no room for more.
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
