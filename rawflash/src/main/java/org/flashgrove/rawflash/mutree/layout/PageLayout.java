package org.flashgrove.rawflash.mutree.layout;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Layout of a flash page of a kμ-tree, which contains the nodes of one path (Yang et al., figures 7
 * and 10). With k = 0.5 it is the layout of the μ-tree (Kang et al. 2007). Levels count from 1, the
 * level of the leaves. The leaf takes the share k of the page, at the end of the page. Each level
 * above takes the share k of the space that is left before the level below; the root takes the
 * rest.
 *
 * <p>A node below the root in a page of {@code p} bytes begins at {@code ceil((1-k)^level p)}
 * regardless of the height, so pages stay readable when the tree grows. The node ends where the
 * level below begins. Figure 10 rounds both sizes and offsets up, so two nodes could share a byte.
 *
 * <p>Nodes have no header; the numbers of their entries are in the out-of-band area.
 */
public final class PageLayout {
  /** Maximum number of levels, including the root. */
  public static final int MAX_HEIGHT = 8;

  /** Maximum number of entries of a node, because counts take two bytes. */
  private static final int MOST_ENTRIES = 0xFFFF;

  private final int leafEntryBytes;
  private final int innerEntryBytes;
  private final int[] offsets = new int[MAX_HEIGHT + 1];

  /**
   * Creates a layout.
   *
   * @param pageBytes page size in bytes
   * @param k share that each level gets of the space that the levels below leave, 0.0001 to 0.9999,
   *     rounded to four decimals
   * @param leafEntryBytes size of a leaf entry in bytes
   * @param innerEntryBytes size of an inner entry in bytes
   */
  public PageLayout(int pageBytes, double k, int leafEntryBytes, int innerEntryBytes) {
    if (!(k >= 0.0001 && k <= 0.9999)) {
      throw new IllegalArgumentException("k " + k + " (allowed: 0.0001 to 0.9999)");
    }
    BigDecimal share = BigDecimal.valueOf(k).setScale(4, RoundingMode.HALF_UP);
    if (pageBytes < 1 || leafEntryBytes < 1 || innerEntryBytes < 1) {
      throw new IllegalArgumentException(
          String.format(
              "page of %d bytes with entries of %d and %d (allowed: 1 or more)",
              pageBytes, leafEntryBytes, innerEntryBytes));
    }
    this.leafEntryBytes = leafEntryBytes;
    this.innerEntryBytes = innerEntryBytes;
    BigDecimal left = BigDecimal.valueOf(pageBytes);
    for (int level = 0; level <= MAX_HEIGHT; level++) {
      offsets[level] = left.setScale(0, RoundingMode.CEILING).intValueExact();
      left = left.multiply(BigDecimal.ONE.subtract(share));
    }
  }

  /** Returns the offset in bytes at which a node of a level below the root begins in its page. */
  public int offset(int level) {
    return offsets[level];
  }

  /**
   * Returns the offset in bytes of a node in a page laid out for {@code height} levels. The offset
   * of the root is 0.
   */
  public int offset(int level, int height) {
    return level < height ? offsets[level] : 0;
  }

  /** Returns the size in bytes of a node in a page laid out for {@code height} levels. */
  public int nodeBytes(int level, int height) {
    return offsets[level - 1] - offset(level, height);
  }

  /**
   * Returns the maximum number of entries of a node in a page laid out for {@code height} levels.
   */
  public int capacity(int level, int height) {
    int entryBytes = level == 1 ? leafEntryBytes : innerEntryBytes;
    return Math.min(MOST_ENTRIES, nodeBytes(level, height) / entryBytes);
  }

  /**
   * Returns whether a tree can have {@code height} levels: each inner node must have room for two
   * children, and the leaf for two entries.
   */
  public boolean allows(int height) {
    if (height < 1 || height > MAX_HEIGHT) {
      return false;
    }
    for (int level = 1; level <= height; level++) {
      if (capacity(level, height) < 2) {
        return false;
      }
    }
    return true;
  }
}
