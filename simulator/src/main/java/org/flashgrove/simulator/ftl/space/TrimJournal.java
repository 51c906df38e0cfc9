package org.flashgrove.simulator.ftl.space;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.flashgrove.simulator.figures.Origin;

/**
 * Journal that makes trims durable when a mapping is restored from out-of-band areas. Without the
 * journal, stale copies of trimmed pages on flash would reappear.
 *
 * <p>A flush writes the pages trimmed since the last flush, as ranges, to metadata pages of origin
 * {@link Origin#FTL_MAP}. When more than a few pages of ranges are in use, a bitmap of all unmapped
 * pages replaces them. If the bitmap is large, each flush writes a few of its pages, and the ranges
 * stay until the last page of the bitmap is written. After a power loss a logical page counts as
 * trimmed if the journal's record of the trim is newer than every copy of the page. Collection
 * moves records with their sequence numbers.
 */
public final class TrimJournal {
  /** Tells which logical pages are unmapped. */
  @FunctionalInterface
  public interface Unmapped {
    boolean test(int logicalPage);
  }

  /** Number of bitmap pages that a flush writes in addition to the trimmed ranges. */
  private static final int BITMAP_PAGES = 2;

  private record Found(int page, long tag, long sequence, long[] words) {}

  private final FlashOperations flash;
  private final MetadataSpace space;
  private final int logicalPages;
  private final int pagesPerBitmap;
  private final int bitmapPages;
  private final int wordsPerPage;
  private final int liveLimit;
  private final BitSet pending = new BitSet();
  private final List<Found> found = new ArrayList<>();
  private int[] live = new int[8];
  private int liveCount;
  private int replaced; // number of first live pages that a bitmap is replacing
  private int
      // first logical page that is not in the bitmap yet; logicalPages if there is no bitmap
      nextBitmap;
  private boolean flushing;

  public TrimJournal(FlashOperations flash, MetadataSpace space, int logicalPages) {
    this.flash = flash;
    this.space = space;
    this.logicalPages = logicalPages;
    wordsPerPage = Math.max(1, flash.geometry().pageBytes() / Long.BYTES);
    pagesPerBitmap = wordsPerPage * Long.SIZE;
    bitmapPages = bitmapPages(logicalPages, flash.geometry().pageBytes());
    liveLimit = 2 * bitmapPages;
    nextBitmap = logicalPages;
  }

  private static int bitmapPages(int logicalPages, int pageBytes) {
    long bits = (long) pageBytes * Byte.SIZE;
    return (int) Math.max(1, (logicalPages + bits - 1) / bits);
  }

  /**
   * Returns the maximum number of live journal pages, including old ones that are being replaced.
   */
  public static int pagesAtMost(int logicalPages, int pageBytes) {
    return 4 * bitmapPages(logicalPages, pageBytes) + 1;
  }

  /** Records that a mapped page was trimmed. */
  public void trimmed(int logicalPage) {
    pending.set(logicalPage);
  }

  /**
   * Returns whether a block contains a copy of a page whose trim is not durable yet. Flush before
   * erasing such a block: if a power loss followed the erase of the newest copy, an older copy
   * could reappear.
   */
  public boolean anyPendingIn(int block) {
    if (pending.isEmpty()) {
      return false;
    }
    int first = flash.geometry().page(block, 0);
    for (int page = first; page < first + flash.nextIndex(block); page++) {
      long tag = flash.tag(page);
      if (Tag.kind(tag) == Tag.DATA && pending.get(Tag.number(tag))) {
        return true;
      }
    }
    return false;
  }

  /** Makes all trims durable. */
  public void flush(Unmapped unmapped) {
    if (pending.isEmpty()) {
      return;
    }
    boolean outermost = !flushing;
    flushing = true;
    try {
      int ranges = outermost ? pagesOfRanges(unmapped) : 0;
      if (isReplacing() && outermost && !hasRoom(ranges)) {
        replace(unmapped, bitmapPages);
      }
      if (outermost && needsWholeBitmap(ranges)) {
        beginBitmap();
        replace(unmapped, bitmapPages); // the bitmap includes pending trims
      } else {
        recordPending(unmapped);
        if (outermost) { // a nested flush during collection only adds records
          replaceSome(unmapped);
        }
      }
      pending.clear();
    } finally {
      flushing = !outermost;
    }
  }

  /**
   * Returns whether the journal has room for {@code ranges} more pages of ranges and the unwritten
   * pages of a bitmap.
   */
  private boolean hasRoom(int ranges) {
    int from = isReplacing() ? nextBitmap : 0;
    int left = (logicalPages - from + pagesPerBitmap - 1) / pagesPerBitmap;
    return liveCount + ranges + left <= 2 * liveLimit;
  }

  private boolean needsWholeBitmap(int ranges) {
    boolean onePage = bitmapPages == 1 && liveCount + ranges > liveLimit;
    return !isReplacing() && (onePage || !hasRoom(ranges));
  }

  private boolean isReplacing() {
    return nextBitmap < logicalPages;
  }

  private void replaceSome(Unmapped unmapped) {
    if (!isReplacing() && liveCount > liveLimit) {
      beginBitmap();
    }
    if (isReplacing()) {
      replace(unmapped, BITMAP_PAGES);
    }
  }

  private void recordPending(Unmapped unmapped) {
    long[] ranges = new long[wordsPerPage];
    int count = 0;
    int page = pending.nextSetBit(0);
    while (page >= 0) {
      int first = page;
      while (page < logicalPages && pending.get(page) && unmapped.test(page)) {
        page++;
      }
      if (page > first) {
        if (count == wordsPerPage) {
          append(Tag.of(Tag.TRIM_RANGES, 0), ranges);
          ranges = new long[wordsPerPage];
          count = 0;
        }
        ranges[count++] = (long) (page - first) << 32 | first;
      } else {
        page++; // the page was written again, so there is nothing to record
      }
      page = pending.nextSetBit(page);
    }
    if (count > 0) {
      append(Tag.of(Tag.TRIM_RANGES, 0), Arrays.copyOf(ranges, count));
    }
  }

  /**
   * Returns the number of journal pages that the next flush needs for the ranges of trimmed pages.
   */
  private int pagesOfRanges(Unmapped unmapped) {
    int ranges = 0;
    boolean within = false;
    for (int page = pending.nextSetBit(0); page >= 0; page = pending.nextSetBit(page + 1)) {
      boolean named = unmapped.test(page);
      ranges += named && !(within && pending.get(page - 1)) ? 1 : 0;
      within = named;
    }
    return (ranges + wordsPerPage - 1) / wordsPerPage;
  }

  private void append(long tag, long[] words) {
    int page = space.append(tag, words);
    flash.waitForLast();
    add(page);
  }

  private void add(int page) {
    if (liveCount == live.length) {
      live = Arrays.copyOf(live, 2 * liveCount);
    }
    live[liveCount++] = page;
  }

  /** Starts to write a bitmap, which replaces all present pages of the journal. */
  private void beginBitmap() {
    replaced = liveCount;
    nextBitmap = 0;
  }

  /**
   * Writes at most {@code mostPages} further pages of the bitmap. After the last page of the
   * bitmap, drops the journal pages that the bitmap replaces.
   */
  private void replace(Unmapped unmapped, int mostPages) {
    int pages = 0;
    while (nextBitmap < logicalPages && pages < mostPages) {
      int first = nextBitmap;
      nextBitmap = (int) Math.min(logicalPages, (long) first + pagesPerBitmap);
      long[] bits = new long[wordsPerPage];
      boolean any = false;
      for (int page = first; page < nextBitmap; page++) {
        if (unmapped.test(page)) {
          bits[(page - first) >> 6] |= 1L << (page - first);
          any = true;
        }
      }
      if (any) {
        append(Tag.of(Tag.TRIM_BITMAP, first), bits);
        pages++;
      }
      dropBitmap(first);
    }
    if (nextBitmap == logicalPages) {
      drop(0, replaced);
    }
  }

  /** Drops older bitmap pages whose first logical page is {@code first}. */
  private void dropBitmap(int first) {
    long tag = Tag.of(Tag.TRIM_BITMAP, first);
    for (int i = replaced - 1; i >= 0; i--) {
      if (flash.tag(live[i]) == tag) {
        drop(i, 1);
      }
    }
  }

  private void drop(int from, int count) {
    for (int i = from; i < from + count; i++) {
      space.invalidate(live[i]);
    }
    liveCount -= count;
    replaced -= count;
    System.arraycopy(live, from + count, live, from, liveCount - from);
  }

  /** Records that collection has moved a page of the journal. */
  public void moved(int from, int to) {
    for (int i = 0; i < liveCount; i++) {
      if (live[i] == from) {
        live[i] = to;
        return;
      }
    }
    throw new IllegalStateException("page " + from + ": does not belong to the trim journal");
  }

  /** Returns whether a tag belongs to a page of the journal. */
  public static boolean isRecord(long tag) {
    return Tag.kind(tag) == Tag.TRIM_RANGES || Tag.kind(tag) == Tag.TRIM_BITMAP;
  }

  /** Adds a page of the journal that was found after a power loss. */
  public void found(int page, long tag, long sequence) {
    found.add(new Found(page, tag, sequence, flash.readWords(page, Origin.RECOVERY)));
  }

  /**
   * Applies the journal after {@link #found} was called for all its pages. Unmaps each logical page
   * whose trim is newer than the newest copy of the page. Keeps those journal pages that are still
   * needed.
   *
   * @param map physical page of each logical page, -1 if unmapped
   * @param newest sequence number of the newest copy of each logical page, 0 if there is none
   */
  public void apply(int[] map, long[] newest) {
    found.sort((a, b) -> Long.compare(b.sequence(), a.sequence()));
    BitSet recorded = new BitSet(logicalPages);
    Set<Long> seen = new HashSet<>();
    for (Found record : found) {
      // collection may have copied the record just before the power loss
      if (seen.add(record.sequence()) && unmap(record, map, newest, recorded)) {
        space.claim(record.page());
        add(record.page());
      }
    }
    found.clear();
  }

  private boolean unmap(Found record, int[] map, long[] newest, BitSet recorded) {
    boolean needed = false;
    boolean bitmap = Tag.kind(record.tag()) == Tag.TRIM_BITMAP;
    for (int i = 0; i < record.words().length; i++) {
      long word = record.words()[i];
      int first = bitmap ? Tag.number(record.tag()) + i * Long.SIZE : (int) word;
      int count = bitmap ? Long.SIZE : (int) (word >>> 32);
      for (int page = first; page < first + count && page < logicalPages; page++) {
        boolean named = !bitmap || (word >>> (page - first) & 1) != 0;
        if (named && newest[page] != 0 && newest[page] < record.sequence()) {
          map[page] = -1;
          needed |= !recorded.get(page);
          recorded.set(page);
        }
      }
    }
    return needed;
  }
}
