package org.flashgrove.core.flash;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.flashgrove.core.failure.StoreIoException;

/**
 * Flash in memory that obeys the rules, without times. Power can be cut in the middle of an
 * operation, and chosen blocks fail.
 */
public final class MemoryFlash implements RawFlash {
  private static final byte ONES = (byte) 0xFF;
  private static final long NEVER = -1;

  private final FlashGeometry geometry;
  private final int endurance;
  private final byte[][] pages;
  private final boolean[] torn;
  private final int[] nextIndex;
  private final int[] eraseCounts;
  private final boolean[] bad;
  private final Set<Integer> failing = new HashSet<>();
  private long operationsUntilCut = NEVER;
  private boolean off;
  private long programs;

  /** Erased flash. */
  public MemoryFlash(FlashGeometry geometry, int endurance) {
    this.geometry = geometry;
    this.endurance = endurance;
    pages = new byte[geometry.pageCount()][];
    torn = new boolean[geometry.pageCount()];
    nextIndex = new int[geometry.blockCount()];
    eraseCounts = new int[geometry.blockCount()];
    bad = new boolean[geometry.blockCount()];
  }

  /** One channel with a die with a plane, and 64 bytes out of band. */
  public static MemoryFlash of(int blocks, int pagesPerBlock, int pageBytes, int endurance) {
    return new MemoryFlash(
        new FlashGeometry(1, 1, 1, blocks, pagesPerBlock, pageBytes, 64), endurance);
  }

  /** Power is lost in the middle of a program or an erase: the first one from now on is 1. */
  public void cutAt(long operation) {
    operationsUntilCut = operation;
  }

  /** Power is back. */
  public void powerOn() {
    off = false;
    operationsUntilCut = NEVER;
  }

  /** Programs and erases of a block fail from now on. */
  public void fail(int block) {
    failing.add(block);
  }

  /** Pages programmed so far. */
  public long programs() {
    return programs;
  }

  @Override
  public FlashGeometry geometry() {
    return geometry;
  }

  private void requireBlock(int block) {
    if (block < 0 || block >= geometry.blockCount()) {
      throw new IllegalArgumentException("block " + block);
    }
    if (off) {
      throw new StoreIoException("flash: there is no power");
    }
  }

  private int page(int block, int index) {
    requireBlock(block);
    if (index < 0 || index >= geometry.pagesPerBlock()) {
      throw new IllegalArgumentException("page " + index);
    }
    return geometry.page(block, index);
  }

  /** Whether power is lost in the middle of this operation. */
  private boolean isCut() {
    return operationsUntilCut != NEVER && --operationsUntilCut == 0;
  }

  private StoreIoException powerLost() {
    off = true;
    return new StoreIoException("flash: power is lost, on purpose");
  }

  @Override
  public void read(int block, int index, ByteBuffer content, ByteBuffer oob) {
    int page = page(block, index);
    if (torn[page]) {
      throw new UncorrectablePageException(block, index, "its bits cannot be corrected");
    }
    get(pages[page], 0, geometry.pageBytes(), content);
    get(pages[page], geometry.pageBytes(), geometry.oobBytes(), oob);
  }

  private static void get(byte[] page, int at, int length, ByteBuffer into) {
    for (int i = 0; into != null && i < length; i++) {
      into.put(i, page == null ? ONES : page[at + i]);
    }
  }

  @Override
  public void program(int block, int index, ByteBuffer content, ByteBuffer oob) {
    int page = page(block, index);
    if (bad[block] || index < nextIndex[block]) {
      throw new FlashRuleException("program of page " + index + " in block " + block);
    }
    nextIndex[block] = index + 1;
    programs++;
    if (isCut()) {
      torn[page] = true;
      throw powerLost();
    }
    if (failing.contains(block)) {
      torn[page] = true;
      throw new BlockFailedException("program", block);
    }
    byte[] bytes = new byte[geometry.pageBytes() + geometry.oobBytes()];
    Arrays.fill(bytes, ONES);
    if (content != null) {
      content.get(0, bytes, 0, geometry.pageBytes());
    }
    if (oob != null) {
      oob.get(0, bytes, geometry.pageBytes(), geometry.oobBytes());
    }
    pages[page] = bytes;
  }

  @Override
  public void erase(int block) {
    requireBlock(block);
    if (bad[block] || eraseCounts[block] >= endurance) {
      throw new FlashRuleException("erase of block " + block);
    }
    eraseCounts[block]++;
    int first = geometry.page(block, 0);
    int end = first + geometry.pagesPerBlock();
    boolean cut = isCut();
    boolean lost = cut || failing.contains(block);
    Arrays.fill(pages, first, end, null);
    Arrays.fill(torn, first, end, lost);
    nextIndex[block] = lost ? geometry.pagesPerBlock() : 0;
    if (cut) {
      throw powerLost();
    }
    if (lost) {
      throw new BlockFailedException("erase", block);
    }
  }

  @Override
  public int nextIndex(int block) {
    requireBlock(block);
    return nextIndex[block];
  }

  @Override
  public int eraseCount(int block) {
    requireBlock(block);
    return eraseCounts[block];
  }

  @Override
  public int endurance() {
    return endurance;
  }

  @Override
  public boolean isBad(int block) {
    requireBlock(block);
    return bad[block];
  }

  @Override
  public void markBad(int block) {
    requireBlock(block);
    bad[block] = true;
  }
}
