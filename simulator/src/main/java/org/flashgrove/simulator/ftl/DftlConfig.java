package org.flashgrove.simulator.ftl;

import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.simulator.ftl.space.SpaceConfig;
import org.flashgrove.simulator.ftl.space.TrimJournal;

/**
 * Configuration of {@link Dftl}.
 *
 * @param space settings of the page space
 * @param logicalPages number of pages that the host sees
 * @param entries capacity of the cached mapping table in entries
 * @param segmented whether the table uses segmented LRU instead of LRU
 * @param wholePages whether writing back an entry also writes all other changed entries of the same
 *     translation page
 */
record DftlConfig(
    SpaceConfig space, int logicalPages, int entries, boolean segmented, boolean wholePages) {

  /** Number of streams: one for data pages and one for translation pages. */
  static final int STREAMS = 2;

  /**
   * Size of an entry in bytes, as in the paper of Gupta et al. (2009). An entry is a logical and a
   * physical page number.
   */
  private static final int ENTRY_BYTES = 8;

  /**
   * Parses {@code op=7%}, {@code cmt=64K} (bytes), {@code cache=slru}, {@code writeback=entry} and
   * the keys of {@link SpaceConfig}.
   *
   * @throws SpecException if a value is wrong or leaves too few spare blocks
   */
  static DftlConfig of(Spec spec, FlashGeometry geometry) {
    double overProvisioning =
        spec.fraction("op", PageMapping.DEFAULT_OVER_PROVISIONING, 0, PageMapping.MOST_SPARE);
    int cacheBytes = (int) spec.bytes("cmt", 64 << 10, ENTRY_BYTES, 1 << 30);
    boolean segmented = spec.choice("cache", "slru", "slru", "lru").equals("slru");
    boolean wholePages = spec.choice("writeback", "entry", "entry", "page").equals("page");
    SpaceConfig space = SpaceConfig.of(spec, false, 1);
    int logicalPages = (int) (geometry.pageCount() / (1 + overProvisioning));
    int metadata =
        TrimJournal.pagesAtMost(logicalPages, geometry.pageBytes())
            + TranslationPages.count(logicalPages, geometry);
    int pagesPerBlock = geometry.pagesPerBlock();
    int full = (logicalPages + metadata + pagesPerBlock - 1) / pagesPerBlock;
    int spare = space.spareBlocks(STREAMS, geometry);
    if (logicalPages < 1 || full + spare > geometry.blockCount()) {
      throw new SpecException(
          String.format(
              "%s: op=%.4f leaves %d of %d blocks spare after the translation pages, but %d planes"
                  + " need %d (allowed: a greater op or more blocks)",
              spec.name(),
              overProvisioning,
              Math.max(0, geometry.blockCount() - full),
              geometry.blockCount(),
              geometry.planeCount(),
              spare));
    }
    int entries = Math.min(cacheBytes / ENTRY_BYTES, logicalPages);
    return new DftlConfig(space, logicalPages, entries, segmented, wholePages);
  }
}
