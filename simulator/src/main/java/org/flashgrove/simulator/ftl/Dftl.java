package org.flashgrove.simulator.ftl;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.ftl.space.CachedMappings;
import org.flashgrove.simulator.ftl.space.FlashOperations;
import org.flashgrove.simulator.ftl.space.FlashTranslationLayer;
import org.flashgrove.simulator.ftl.space.FtlFactory;
import org.flashgrove.simulator.ftl.space.PageSpace;
import org.flashgrove.simulator.ftl.space.Tag;
import org.flashgrove.simulator.ftl.space.TrimJournal;
import org.flashgrove.simulator.ftl.space.WornOutException;

/**
 * Page mapping with a map on flash that is partially cached (Gupta, Kim and Urgaonkar, DFTL: A
 * Flash Translation Layer Employing Demand-Based Selective Caching of Page-Level Address Mappings,
 * ASPLOS 2009).
 *
 * <ul>
 *   <li><i>Translation pages</i> contain the locations of {@code pageBytes / 4} consecutive logical
 *       pages. The <i>global translation directory</i>, in memory, contains the locations of the
 *       translation pages.
 *   <li>The <i>cached mapping table</i> contains single entries of 8 bytes each. A miss reads a
 *       translation page. A full table first evicts an entry. If that entry is newer than its
 *       translation page, the page is read, changed and written elsewhere.
 *   <li>Data and translation pages are in separate blocks, even when they are moved.
 *   <li>Garbage collection changes the entries of moved pages in the table (<i>lazy copying</i>)
 *       or, if they are not cached, in their translation pages. It reads and writes each
 *       translation page once per collected block (<i>batch updates</i>).
 * </ul>
 *
 * <p>As in the paper, writing an entry back ignores other changed entries of the same translation
 * page. With {@code writeback=page} they are written together (batch-update replacement of Zhou et
 * al., EuroSys 2015).
 *
 * <p>After a power loss, out-of-band areas identify the newest copies of all pages, and outdated
 * translation pages are rewritten. The paper does not discuss this. A trim changes entries in the
 * table or, if they are not cached, the translation page.
 */
final class Dftl implements FlashTranslationLayer, PageSpace.Owner {
  private static final int DATA_STREAM = 0;
  private static final int TRANSLATION_STREAM = 1;
  private static final int UNMAPPED = TranslationPages.UNMAPPED;

  private final FlashOperations flash;
  private final DftlConfig config;
  private final PageSpace space;
  private final TrimJournal trims;
  private final TranslationPages pages;
  private final CachedMappings cached;
  private final int[] directory;
  private final MovedPages moved = new MovedPages();

  /** Logical page whose entry is being written back to its translation page, or -1. */
  private int leaving = -1;

  /** Translation page whose content is in {@link #readWords} because it was read last, or -1. */
  private int readTranslation = -1;

  private long[] readWords;

  private int trimFirst;

  private int trimEnd;

  /**
   * Locations of all pages while some translation pages are outdated after a power loss, otherwise
   * null.
   */
  private int[] recovered;

  private final BitSet stale = new BitSet();

  /**
   * Mapped logical pages, one bit each. Trims use these bits, because the cached table does not
   * contain all pages.
   */
  private final BitSet mapped = new BitSet();

  private Dftl(FlashOperations flash, DftlConfig config) {
    this.flash = flash;
    this.config = config;
    space = new PageSpace(flash, config.space(), DftlConfig.STREAMS, this);
    trims = new TrimJournal(flash, space, config.logicalPages());
    pages = new TranslationPages(config.logicalPages(), flash.geometry());
    cached = new CachedMappings(config.entries(), config.segmented());
    directory = new int[pages.count()];
    Arrays.fill(directory, UNMAPPED);
  }

  /**
   * Parses the keys of {@link DftlConfig}.
   *
   * @throws SpecException if a value is wrong or leaves too few spare blocks
   */
  static FtlFactory configure(Spec spec, FlashGeometry geometry) {
    DftlConfig config = DftlConfig.of(spec, geometry);
    return flash -> new Dftl(flash, config);
  }

  @Override
  public int logicalPages() {
    return config.logicalPages();
  }

  @Override
  public void read(int page, Origin origin, ByteBuffer into, int offset) {
    int at = locate(page);
    flash.read(at, origin, into, offset);
    if (at >= 0) {
      space.wasRead(at);
    }
  }

  private int locate(int page) {
    if (recovered != null) {
      return recovered[page];
    }
    int slot = cached.find(page);
    if (slot < 0 && directory[pages.of(page)] < 0) {
      return UNMAPPED;
    }
    try {
      return cached.location(entry(page));
    } catch (WornOutException e) {
      // no entry can be written back to make room for this entry
      int to = moved.location(page);
      return to >= 0 ? to : pages.get(readTranslation(pages.of(page)), page);
    }
  }

  @Override
  public void write(int page, Origin origin, ByteBuffer from, int offset) {
    finishRecovery();
    int slot = entry(page);
    int at = space.append(DATA_STREAM, origin, Tag.of(Tag.DATA, page), from, offset);
    // collection during the append may have moved the old copy, so its location is read only now
    int old = cached.location(slot);
    if (old >= 0) {
      space.invalidate(old);
    }
    cached.relocate(slot, at);
    mapped.set(page);
  }

  /**
   * Returns the slot of a page in the cached table. After a miss, first loads the page's entry into
   * the table.
   */
  private int entry(int page) {
    int slot = cached.find(page);
    if (slot >= 0) {
      cached.touch(slot);
      return slot;
    }
    if (cached.isFull()) {
      evict();
    }
    int translation = pages.of(page);
    int at = directory[translation] < 0 ? UNMAPPED : pages.get(readTranslation(translation), page);
    int to = moved.remove(page);
    return cached.add(page, to < 0 ? at : to, to >= 0);
  }

  private void evict() {
    int slot = cached.victim();
    if (cached.isDirty(slot)) {
      leaving = slot;
      try {
        rewrite(pages.of(cached.page(slot)));
        flash.waitForLast(); // the entry may leave the table only after that
      } finally {
        leaving = -1;
      }
    }
    cached.remove(slot);
  }

  private long[] readTranslation(int translation) {
    long[] words = flash.readWords(directory[translation], Origin.FTL_MAP);
    flash.waitForLast();
    return words;
  }

  /** Writes a new version of a translation page, which includes all newer locations. */
  private void rewrite(int translation) {
    long tag = Tag.of(Tag.MAPPING, translation);
    int page =
        space.appendWords(TRANSLATION_STREAM, Origin.FTL_MAP, tag, () -> newContent(translation));
    if (directory[translation] >= 0) {
      space.invalidate(directory[translation]);
    }
    directory[translation] = page;
    readTranslation = -1;
    settle(translation);
  }

  private long[] newContent(int translation) {
    if (recovered != null) {
      stale.clear(translation);
      return pages.contentOf(translation, recovered);
    }
    long[] words;
    if (directory[translation] < 0) {
      words = pages.unmapped();
    } else {
      long[] before = readTranslation == translation ? readWords : readTranslation(translation);
      words = before.clone();
    }
    moved.forEachOf(translation, pages, (page, to) -> pages.set(words, page, to));
    setTrimmed(words, translation);
    setChanged(words, translation);
    return words;
  }

  private void setTrimmed(long[] words, int translation) {
    int end = Math.min(pages.end(translation), trimEnd);
    for (int page = Math.max(pages.first(translation), trimFirst); page < end; page++) {
      if (cached.find(page) < 0) {
        pages.set(words, page, UNMAPPED);
      }
    }
  }

  private void setChanged(long[] words, int translation) {
    if (config.wholePages()) {
      for (int page = pages.first(translation); page < pages.end(translation); page++) {
        int slot = cached.find(page);
        if (slot >= 0 && cached.isDirty(slot)) {
          pages.set(words, page, cached.location(slot));
        }
      }
    } else if (isLeavingOf(translation)) {
      pages.set(words, cached.page(leaving), cached.location(leaving));
    }
  }

  private boolean isLeavingOf(int translation) {
    return leaving >= 0 && pages.of(cached.page(leaving)) == translation;
  }

  /** Marks cached entries of a translation page as clean after that page was written. */
  private void settle(int translation) {
    moved.removeAllOf(translation, pages);
    if (config.wholePages()) {
      for (int page = pages.first(translation); page < pages.end(translation); page++) {
        int slot = cached.find(page);
        if (slot >= 0) {
          cached.clean(slot);
        }
      }
    } else if (isLeavingOf(translation)) {
      cached.clean(leaving);
    }
  }

  @Override
  public void trim(int first, int count) {
    finishRecovery();
    for (int page = first; page < first + count; ) {
      int end = Math.min(first + count, pages.end(pages.of(page)));
      trimWithin(pages.of(page), page, end);
      page = end;
    }
  }

  /** Trims the logical pages {@code [first, end)}, all of which belong to one translation page. */
  private void trimWithin(int translation, int first, int end) {
    boolean anyUncached = false;
    for (int page = first; page < end; page++) {
      int slot = cached.find(page);
      if (slot >= 0 && cached.location(slot) >= 0) {
        unmap(page, cached.location(slot));
        cached.relocate(slot, UNMAPPED);
      }
      anyUncached |= slot < 0 && mapped.get(page);
    }
    if (anyUncached) {
      readWords = readTranslation(translation);
      unmapUncached(first, end);
    }
    if (end - first == pages.end(translation) - pages.first(translation)) {
      drop(translation);
    } else if (anyUncached) {
      readTranslation = translation;
      trimFirst = first;
      trimEnd = end;
      try {
        rewrite(translation);
      } finally {
        readTranslation = -1;
        trimFirst = 0;
        trimEnd = 0;
      }
    }
  }

  private void unmapUncached(int first, int end) {
    for (int page = first; page < end; page++) {
      if (mapped.get(page) && cached.find(page) < 0) {
        int to = moved.remove(page);
        unmap(page, to >= 0 ? to : pages.get(readWords, page));
      }
    }
  }

  private void unmap(int page, int at) {
    space.invalidate(at);
    mapped.clear(page);
    trims.trimmed(page);
  }

  /** Drops a translation page whose logical pages are all unmapped. */
  private void drop(int translation) {
    if (directory[translation] >= 0) {
      space.invalidate(directory[translation]);
      directory[translation] = UNMAPPED;
    }
    for (int page = pages.first(translation); page < pages.end(translation); page++) {
      int slot = cached.find(page);
      if (slot >= 0) {
        cached.clean(slot);
      }
    }
  }

  @Override
  public void flush() {
    trims.flush(page -> !mapped.get(page));
  }

  @Override
  public int streamOfMoved(long tag, int stream) {
    return Tag.kind(tag) == Tag.MAPPING && stream == DATA_STREAM ? TRANSLATION_STREAM : stream;
  }

  @Override
  public boolean collectIdle() {
    if (config.space().idle().isOn()) {
      finishRecovery();
    }
    return space.collectIdle();
  }

  @Override
  public void moved(long tag, int from, int to) {
    int number = Tag.number(tag);
    if (TrimJournal.isRecord(tag)) {
      trims.moved(from, to);
    } else if (Tag.kind(tag) == Tag.MAPPING) {
      directory[number] = to;
    } else if (recovered != null) {
      recovered[number] = to;
      stale.set(pages.of(number));
    } else if (cached.find(number) >= 0) {
      cached.relocate(cached.find(number), to);
    } else {
      moved.put(number, to);
    }
  }

  @Override
  public void blockMoved(int block) {
    try {
      while (!moved.isEmpty()) {
        rewrite(pages.of(moved.oldest()));
      }
    } catch (WornOutException e) {
      // there is no room to write the translation pages now, so the moves stay in memory until the
      // next block is collected
    }
    if (trims.anyPendingIn(block)) {
      flush();
    }
  }

  @Override
  public void recover() {
    int[] map = new int[config.logicalPages()];
    Arrays.fill(map, UNMAPPED);
    long[] newest = new long[map.length];
    long[] newestTranslation = new long[directory.length];
    space.scan(
        (page, tag, sequence) -> {
          int number = Tag.number(tag);
          if (TrimJournal.isRecord(tag)) {
            trims.found(page, tag, sequence);
          } else if (Tag.kind(tag) == Tag.MAPPING) {
            if (sequence > newestTranslation[number]) {
              newestTranslation[number] = sequence;
              directory[number] = page;
            }
          } else if (sequence > newest[number]) {
            newest[number] = sequence;
            map[number] = page;
          }
        });
    trims.apply(map, newest);
    for (int page = 0; page < map.length; page++) {
      if (map[page] >= 0) {
        space.claim(map[page]);
        mapped.set(page);
      }
    }
    recovered = map;
    for (int translation = 0; translation < directory.length; translation++) {
      compare(translation);
    }
    space.rebuild();
    try {
      finishRecovery();
    } catch (WornOutException e) {
      // the map stays in memory and serves reads
    }
  }

  private void compare(int translation) {
    int first = mapped.nextSetBit(pages.first(translation));
    boolean needed = first >= 0 && first < pages.end(translation);
    if (directory[translation] >= 0 && needed) {
      space.claim(directory[translation]);
      long[] words = pages.contentOf(translation, recovered);
      long[] found = flash.readWords(directory[translation], Origin.RECOVERY);
      stale.set(translation, !Arrays.equals(words, found));
    } else {
      directory[translation] = UNMAPPED;
      stale.set(translation, needed);
    }
  }

  /** Rewrites the translation pages that are outdated after a power loss. */
  private void finishRecovery() {
    if (recovered != null) {
      for (int page = stale.nextSetBit(0); page >= 0; page = stale.nextSetBit(0)) {
        rewrite(page);
      }
      recovered = null;
    }
  }
}
