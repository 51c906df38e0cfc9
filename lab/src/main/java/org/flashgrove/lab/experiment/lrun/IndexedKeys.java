package org.flashgrove.lab.experiment.lrun;

import java.util.function.IntSupplier;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.rawflash.mutree.MuTree;
import org.flashgrove.rawflash.mutree.MuTreeOptions;
import org.flashgrove.rawflash.mutree.buffer.AccessTrace;
import org.flashgrove.rawflash.mutree.buffer.Comparators;
import org.flashgrove.rawflash.mutree.buffer.ReadBuffer;
import org.flashgrove.rawflash.mutree.buffer.ReadBuffers;
import org.flashgrove.rawflash.mutree.layout.PageLayout;
import org.flashgrove.simulator.device.NandSpec;

/**
 * A kμ-tree of the keys 1 to N on simulated flash with pages of 2 KiB. The keys are inserted one by
 * one in ascending order without a write buffer. Then look-ups are measured.
 */
final class IndexedKeys {
  static final int PAGE_BYTES = 2048;

  private static final int PAGES_PER_BLOCK = 64;
  private static final int SPARE_BLOCKS = 16;

  private final int keyCount;
  private final RawFlash flash;
  private final MuTreeOptions options;
  private final PageLayout layout;
  private final int height;
  private final int livePages;

  /**
   * Builds the tree.
   *
   * @param spec settings in the form of {@link MuTreeOptions}
   */
  IndexedKeys(int keyCount, String spec) {
    this.keyCount = keyCount;
    options = MuTreeOptions.parse(spec);
    // Building the tree programs about one page per key, and a few more for splits. The flash is
    // large enough to avoid garbage collection. Collection would move several nodes into one page,
    // and so change the reads that are measured.
    int blocks = SPARE_BLOCKS + keyCount / PAGES_PER_BLOCK * 21 / 20;
    flash = NandSpec.parse("nand:chip=nandsim,ftl=none,blocks=" + blocks).openRaw();
    layout =
        new PageLayout(
            PAGE_BYTES,
            options.k(),
            options.widths().leafEntryBytes(),
            options.widths().innerEntryBytes());
    MuTree tree = MuTree.open(flash, options);
    for (int key = 1; key <= keyCount; key++) {
      tree.insert(key, valueOf(key));
    }
    if (tree.figures().blockErases() > 0) {
      throw new IllegalStateException(
          tree.figures().blockErases() + " blocks collected of " + blocks + " for " + keyCount);
    }
    height = tree.figures().height();
    livePages = tree.figures().livePages();
  }

  private static int valueOf(int key) {
    return ~key;
  }

  int keyCount() {
    return keyCount;
  }

  /** Returns the number of levels of the tree. */
  int height() {
    return height;
  }

  /** Returns the number of flash pages that contain the newest version of at least one node. */
  int livePages() {
    return livePages;
  }

  double k() {
    return options.k();
  }

  /** Hits and misses of look-ups with one buffer. */
  record Result(String buffer, long hits, long misses) {}

  /**
   * Looks up keys with four buffers, each initially empty: LRU-N, LRU-P, LRU over single nodes, and
   * the optimal replacement of pages. The last two are computed from a trace of the LRU-P look-ups.
   *
   * @param pages size of a buffer in pages
   * @param keys the keys to look up
   * @param sameKeys second source of the same sequence of keys, at its beginning
   * @param queries number of look-ups
   */
  Result[] lookUp(int pages, IntSupplier keys, IntSupplier sameKeys, int queries) {
    ReadBuffer byNode = ReadBuffers.named("lru-n", pages, PAGE_BYTES, layout);
    lookUp(byNode, keys, queries);
    AccessTrace trace = new AccessTrace();
    ReadBuffer byPage = trace.recorder(pages, PAGE_BYTES, layout);
    lookUp(byPage, sameKeys, queries);
    long single = Comparators.singleNodeLruMisses(trace, layout, (long) pages * PAGE_BYTES);
    long optimal = Comparators.optimalPageMisses(trace, pages);
    return new Result[] {
      new Result("lru-n", byNode.hits(), byNode.misses()),
      new Result("lru-p", byPage.hits(), byPage.misses()),
      new Result("node-lru", trace.size() - single, single),
      new Result("opt", trace.size() - optimal, optimal),
    };
  }

  private void lookUp(ReadBuffer buffer, IntSupplier keys, int queries) {
    MuTree tree = MuTree.open(flash, options, buffer);
    for (int i = 0; i < queries; i++) {
      int key = keys.getAsInt();
      long value = tree.find(key, Long.MIN_VALUE);
      if (value != valueOf(key)) {
        throw new IllegalStateException("key " + key + " gave " + value);
      }
    }
  }
}
