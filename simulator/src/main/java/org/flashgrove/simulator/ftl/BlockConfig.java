package org.flashgrove.simulator.ftl;

import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.simulator.ftl.space.MetadataBlocks;
import org.flashgrove.simulator.ftl.space.TrimJournal;
import org.flashgrove.simulator.ftl.space.WearLevelling;

/**
 * Settings shared by all block-mapping layers.
 *
 * @param logicalPages number of pages that the host sees
 * @param logBlocks maximum number of log blocks; 0 if the layer has none
 * @param wear wear levelling method
 * @param wearThreshold threshold of static wear levelling, at least 1: the pages of a data block
 *     are moved if the greatest erase count of all blocks exceeds the erase count of this data
 *     block by more than the threshold
 * @param refreshReads number of reads of a block since its last erase after which the pages of its
 *     logical block are moved; 0 for never
 */
record BlockConfig(
    int logicalPages, int logBlocks, WearLevelling wear, int wearThreshold, int refreshReads) {

  /** Number of blocks kept free for merges and failing blocks. */
  static final int RESERVE = 2;

  /**
   * Parses {@code op=7%}, {@code wear}, {@code wearthreshold=64}, {@code refresh=0} and, for layers
   * with log blocks, {@code logblocks} (by default all spare blocks).
   *
   * @param fewestLogBlocks minimum number of log blocks of the layer
   * @throws SpecException if a value is not allowed or leaves too few spare blocks
   */
  static BlockConfig of(Spec spec, FlashGeometry geometry, int fewestLogBlocks) {
    double overProvisioning =
        spec.fraction("op", PageMapping.DEFAULT_OVER_PROVISIONING, 0, PageMapping.MOST_SPARE);
    int logicalPages = (int) (geometry.pageCount() / (1 + overProvisioning));
    int spare =
        geometry.blockCount()
            - logicalBlocks(logicalPages, geometry.pagesPerBlock())
            - MetadataBlocks.blocksAtMost(
                TrimJournal.pagesAtMost(logicalPages, geometry.pageBytes()),
                geometry.pagesPerBlock())
            - RESERVE;
    if (logicalPages < 1 || spare < fewestLogBlocks) {
      throw new SpecException(
          String.format(
              "%s: op=%.4f leaves %d blocks for logs after reserving %d and those for trims,"
                  + " but needs at least %d (allowed: a greater op or more blocks)",
              spec.name(), overProvisioning, spare, RESERVE, fewestLogBlocks));
    }
    int logBlocks =
        fewestLogBlocks == 0 ? 0 : spec.integer("logblocks", spare, fewestLogBlocks, spare);
    return new BlockConfig(
        logicalPages,
        logBlocks,
        WearLevelling.of(spec),
        spec.integer("wearthreshold", 64, 1, Integer.MAX_VALUE),
        spec.integer("refresh", 0, 0, Integer.MAX_VALUE));
  }

  /**
   * Returns the number of logical blocks for {@code logicalPages} pages; the last block may be
   * shorter.
   */
  static int logicalBlocks(int logicalPages, int pagesPerBlock) {
    return (logicalPages + pagesPerBlock - 1) / pagesPerBlock;
  }
}
