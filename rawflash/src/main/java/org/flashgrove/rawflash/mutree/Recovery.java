package org.flashgrove.rawflash.mutree;

import java.util.BitSet;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.rawflash.mutree.layout.PageLayout;

/**
 * Finds the tree on flash when it is opened. Recovery reads the out-of-band area of every
 * programmed page. It takes the root from the commit page with the highest sequence number. Then it
 * reads the inner nodes below the root to find the pages with the latest copies of nodes.
 *
 * <p>If a power cut interrupted the program of a page, the page is unreadable or has a wrong
 * checksum. Such a page counts as not written. Blocks that the last commit needs are never erased.
 * If a page to which this commit refers is missing, recovery reports damage.
 */
final class Recovery {
  /**
   * Distance from the highest sequence number found to the next one used. Unreadable pages may have
   * higher numbers than the highest found.
   */
  private static final long SEQUENCE_GAP = 1L << 16;

  private final RawFlash flash;
  private final FlashGeometry geometry;
  private final FlashPages pages;
  private final BlockSpace space;
  private final MuTreeOptions options;
  private final PageLayout layout;
  private final NodePool pool;

  private final long[] sequences;
  private final byte[] levels;
  private final BitSet commits = new BitSet();
  private long highest;
  private long scanned;
  private long torn;
  private long foreign;
  private long entries;

  Recovery(
      RawFlash flash,
      FlashPages pages,
      BlockSpace space,
      MuTreeOptions options,
      PageLayout layout,
      NodePool pool) {
    this.flash = flash;
    geometry = flash.geometry();
    this.pages = pages;
    this.space = space;
    this.options = options;
    this.layout = layout;
    this.pool = pool;
    sequences = new long[geometry.pageCount()];
    levels = new byte[geometry.pageCount()];
  }

  long scanned() {
    return scanned;
  }

  long torn() {
    return torn;
  }

  /** Returns the number of entries in the recovered tree. */
  long entries() {
    return entries;
  }

  /**
   * Recovers the tree and returns its root.
   *
   * @throws SpecException if the tree has other options
   * @throws UnsupportedFormatException if a newer version wrote the tree
   * @throws StoreException if the tree is damaged, or the flash contains something else
   */
  Node run() {
    scan();
    Node root = newestRoot();
    if (root == null) {
      if (foreign > 0) {
        throw new StoreException(
            "flash: holds "
                + foreign
                + " pages that do not belong to a mu-tree; use erased flash, or flash with a"
                + " mu-tree");
      }
      root = pool.take(1, Node.NONE);
    } else {
      space.mark(root.level, root.page);
      markChildren(root, sequences[root.page]);
    }
    pages.sequence(highest + SEQUENCE_GAP);
    space.recover();
    return root;
  }

  private void scan() {
    PageHeader header = pages.header();
    for (int block = 0; block < geometry.blockCount(); block++) {
      int end = flash.nextIndex(block);
      for (int index = 0; index < end; index++) {
        int page = geometry.page(block, index);
        scanned++;
        if (!pages.readHeader(page)) {
          torn++;
        } else if (header.isSound(page)) {
          note(page, header);
        } else if (!header.isErased()) {
          torn++;
          foreign += header.isOurs() ? 0 : 1;
          if (header.isNewer(page)) {
            throw new UnsupportedFormatException("flash", header.version(), PageHeader.VERSION);
          }
        }
      }
    }
    pages.sequence(highest);
  }

  private void note(int page, PageHeader header) {
    sequences[page] = header.sequence();
    highest = Math.max(highest, header.sequence());
    commits.set(page, header.isCommit());
    for (int level = 1; level <= PageLayout.MAX_HEIGHT; level++) {
      levels[page] |= (byte) (header.holds(level) ? 1 << (level - 1) : 0);
    }
  }

  /**
   * Returns the root from the newest commit page that can be read, or {@code null} if there is
   * none. Skips torn commit pages.
   */
  private Node newestRoot() {
    while (true) {
      int newest = Node.NONE;
      for (int page = commits.nextSetBit(0); page >= 0; page = commits.nextSetBit(page + 1)) {
        if (newest == Node.NONE || sequences[page] > sequences[newest]) {
          newest = page;
        }
      }
      if (newest == Node.NONE) {
        return null;
      }
      if (pages.readWhole(newest)) {
        return root(newest);
      }
      torn++;
      commits.clear(newest);
      sequences[newest] = 0;
    }
  }

  private Node root(int page) {
    PageHeader header = pages.header();
    String difference = header.differenceTo(options);
    if (difference != null) {
      throw new SpecException(
          "mutree: the tree on flash has other options (allowed: " + difference + ")");
    }
    int height = header.height();
    if (!header.holds(height)) {
      throw pages.damage(page, "completes a write without the root");
    }
    entries = header.entries();
    pages.stamp(header.stamp());
    Node root = pool.take(height, page);
    int layoutHeight = Math.max(height, options.layoutHeight());
    root.load(pages.content(), layout.offset(height, layoutHeight), header.count(height));
    return root;
  }

  private void markChildren(Node node, long commit) {
    int level = node.level - 1;
    if (level == 0) {
      return;
    }
    for (int index = 0; index < node.count; index++) {
      int page = node.child(index);
      if (page < 0 || page >= sequences.length) {
        throw pages.damage(node.page, "refers to page " + page);
      }
      boolean written = sequences[page] > 0 && sequences[page] <= commit;
      if (!written || (levels[page] >> (level - 1) & 1) == 0 || space.isValid(level, page)) {
        throw pages.damage(page, "does not hold the node of level " + level + " referred to");
      }
      space.mark(level, page);
      if (level > 1) {
        pages.read(page, level);
        Node child = pool.take(level, page);
        child.load(pages.content(), layout.offset(level), pages.header().count(level));
        markChildren(child, commit);
        pool.give(child);
      }
    }
  }
}
