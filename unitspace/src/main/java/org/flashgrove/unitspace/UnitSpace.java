package org.flashgrove.unitspace;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.PageUnits;

/**
 * Numbered pages that are written out of place in the units of a device. A unit is written from its
 * start, each page once, and reset as a whole. The device therefore need not move pages itself.
 *
 * <p><b>Writing.</b> A page waits in memory with other pages of its class. When these pages fill a
 * batch, the space writes as many as fit into the unit of the class. {@link #flush()} writes all
 * waiting pages. A batch begins with a summary, a page that lists the pages of the batch, so that
 * {@link #mount} finds them. The summary can contain one page that ends with zeros. The class of a
 * page tells when the user expects to replace the page. Pages that are replaced at about the same
 * time should have the same class.
 *
 * <p><b>Space.</b> All pages of the device have numbers, but only {@link #capacity} pages can have
 * content. A write beyond this limit fails and changes nothing.
 *
 * <p><b>Collection.</b> When few units are free, the space chooses units with few live pages, moves
 * these pages to other units, and resets the chosen units. It resets a unit only when everything
 * that replaces pages of the unit is durable.
 *
 * <p><b>Failures.</b> A failed read changes nothing. If the device fails to write, reset or flush,
 * all later changes are refused until the space is mounted again; reads still work.
 *
 * <p><b>Durability.</b> Writes and trims before a completed {@link #flush()} survive a power loss.
 * After a power loss, each page that was written or trimmed later has its old or its new content.
 * The space must then be mounted again. Not safe for use by several threads.
 */
public final class UnitSpace {
  private final UnitMedium medium;
  private final UnitConfig config;
  private final int pageBytes;
  private final Units units;
  private final PageTable table;
  private final WaitingPages waiting;
  private final BatchWriter batches;
  private final UnitWriter writer;

  /** Maximum number of pages with content. */
  private final int capacity;

  /** Number of pages with content, in units or waiting. */
  private int filled;

  /**
   * Number of pages that were emptied since the last flush of the device. A power loss can restore
   * their content.
   */
  private int unsafelyEmptied;

  private long resets;
  private long collected;
  private long compensated;

  private UnitSpace(UnitMedium medium, UnitConfig config) {
    this.medium = medium;
    this.config = config;
    pageBytes = medium.pageBytes();
    units =
        new Units(medium.units(), medium.unitPages(), Summary.mostRanges(medium.pageBytes(), 0));
    capacity = config.pages(medium);
    table = new PageTable(units, Math.multiplyExact(medium.units(), medium.unitPages()));
    waiting =
        new WaitingPages(
            table.pageCount(), config.open(), Summary.mostPages(medium), medium.pageBytes());
    batches = new BatchWriter(medium, units, table, waiting);
    writer = new UnitWriter(medium, config, units, waiting, batches);
  }

  /**
   * Opens the space on a device. If the device was never written, the space is empty. Opening may
   * move pages and reset units to get free units.
   *
   * @throws IllegalArgumentException if the device does not suit the settings
   * @throws StoreIoException if the device contains too many pages for the settings, or if the heap
   *     is too small for the page table
   */
  public static UnitSpace mount(UnitMedium medium, UnitConfig config) {
    UnitSpace space = TableMemory.required(medium, () -> new UnitSpace(medium, config));
    Mounting mounting = new Mounting(medium, space.units, space.table);
    mounting.run();
    space.batches.continueAfter(mounting);
    space.filled = space.table.livePages();
    space.writer.driver().resume(mounting.resumable());
    space.makeRoom(); // a power loss leaves units partly written
    return space;
  }

  /**
   * Returns the number of pages that the space numbers, with and without content. At most {@link
   * #capacity} of them have content at the same time.
   */
  public int pageCount() {
    return table.pageCount();
  }

  /** Returns the maximum number of pages with content. */
  public int capacity() {
    return capacity;
  }

  /** Returns how many pages without content can be written before the space is full. */
  public int room() {
    return Math.max(0, capacity - filled - unsafelyEmptied);
  }

  private boolean hasContent(int page) {
    return waiting.isWritten(page)
        || table.place(page) != PageTable.NONE && !waiting.isEmptied(page);
  }

  /**
   * Checks that neighbouring pages can be written.
   *
   * @throws StoreIoException if the space would have more pages with content than its capacity, or
   *     if a change of the device failed, now or earlier
   */
  public void requireRoom(int first, int count) {
    require(first, count);
    writer.requireWorking();
    if (count <= room()) {
      return;
    }
    int more = 0;
    for (int page = first; page < first + count; page++) {
      more += hasContent(page) ? 0 : 1;
    }
    if (more > room() && unsafelyEmptied > 0) {
      flush();
    }
    if (more > room()) {
      throw new StoreIoException(
          String.format(
              "unit space: ENOSPC, the device is full: %d of %d pages have content, and %d more are"
                  + " written; use a larger device or a smaller spare share",
              filled, capacity, more));
    }
  }

  public UnitConfig config() {
    return config;
  }

  /** Returns whether no change of the device has failed, so that changes are allowed. */
  public boolean isWorking() {
    return writer.isWorking();
  }

  private void require(int first, int count) {
    Objects.checkFromIndexSize(first, count, table.pageCount());
  }

  /**
   * Writes a page. The page waits in memory until its batch is written.
   *
   * @param deathClass class of the page, from 0 to {@link UnitConfig#survivors()} - 1
   * @param tag any number from 0 to 2^30 - 1, which is passed to the device with the page
   * @param at index in {@code from} of the first byte of the page
   * @throws StoreIoException if the page has no content and the space is full, in which case
   *     nothing was changed, or if a change of the device failed, now or earlier
   */
  public void write(int page, int deathClass, int tag, ByteBuffer from, int at) {
    Objects.checkIndex(deathClass, config.survivors());
    Objects.checkFromIndexSize(at, pageBytes, from.limit());
    requireRoom(page, 1);
    if (!waiting.isWritten(page) || waiting.classOf(page) != deathClass) {
      makeRoomFor(deathClass); // can fail, or write an earlier version of the page
    }
    filled += hasContent(page) ? 0 : 1;
    if (waiting.isWritten(page) && waiting.classOf(page) != deathClass) {
      waiting.drop(page);
    }
    Batch batch = waiting.batch(deathClass);
    int slot;
    if (waiting.isWritten(page)) {
      slot = waiting.slotOf(page);
      batch.tag(slot, tag);
    } else {
      slot = waiting.add(deathClass, page, tag);
    }
    batch.content().put(batch.at(slot), from, at, pageBytes);
  }

  /** Writes pages of a batch if there is no room for another page of a class. */
  private void makeRoomFor(int deathClass) {
    int fullest = waiting.fullest();
    if (waiting.batch(deathClass).isFull()) {
      makeRoom();
      writer.emitSome(deathClass);
    } else if (waiting.count() >= config.mostWaiting(medium)) {
      makeRoom();
      writer.emitSome(fullest);
    }
  }

  /**
   * Reads neighbouring pages.
   *
   * @param first first page
   * @param count number of pages
   * @param tag tag that is passed to the device
   * @param at index in {@code into} of the first byte to write
   */
  public void read(int first, int count, int tag, ByteBuffer into, int at) {
    require(first, count);
    int run;
    for (int page = first; page < first + count; page += run) {
      int target = at + (page - first) * pageBytes;
      run = 1;
      int place = table.place(page);
      if (waiting.isWritten(page)) {
        Batch batch = waiting.batch(waiting.classOf(page));
        into.put(target, batch.content(), batch.at(waiting.slotOf(page)), pageBytes);
      } else if (waiting.isEmptied(page) || place == PageTable.NONE) {
        for (int i = 0; i < pageBytes; i += Long.BYTES) {
          into.putLong(target + i, 0);
        }
      } else {
        while (page + run < first + count
            && !table.isPacked(page + run - 1)
            && !table.isPacked(page + run)
            && !waiting.contains(page + run)
            && table.place(page + run) == place + run
            && (place + run) % units.pagesPerUnit() != 0) {
          run++;
        }
        readPlaces(page, run, tag, into, target);
      }
    }
  }

  /** Reads the places of {@code count} pages, which follow the place of page {@code page}. */
  private void readPlaces(int page, int count, int tag, ByteBuffer into, int at) {
    int place = table.place(page);
    int perUnit = units.pagesPerUnit();
    medium.read(place / perUnit, place % perUnit, count, tag, into, at);
    if (table.isPacked(page)) {
      Summary.unpack(into, at, pageBytes);
    }
  }

  /**
   * Empties pages, which then read as zeros. If the waiting records of emptied pages would fill a
   * unit, the space writes them first.
   *
   * @param first first page
   * @param count number of pages
   * @throws StoreIoException if a change of the device failed, now or earlier
   */
  public void trim(int first, int count) {
    require(first, count);
    writer.requireWorking();
    for (int page = first; page < first + count; page++) {
      if (waiting.emptiedRanges() >= units.recordsPerUnit()) {
        makeRoom();
        writer.emitRecords();
      }
      boolean isInUnit = table.place(page) != PageTable.NONE;
      filled -= hasContent(page) ? 1 : 0;
      unsafelyEmptied += isInUnit && !waiting.isEmptied(page) ? 1 : 0;
      waiting.empty(page, isInUnit);
    }
  }

  /**
   * Makes all earlier writes and trims durable.
   *
   * @throws StoreIoException if a change of the device failed, now or earlier
   */
  public void flush() {
    write();
    flushMedium();
  }

  /**
   * Makes all earlier writes of pages of a class durable, and all earlier trims of pages that were
   * not written since. Written pages of other classes may still wait in memory.
   *
   * @throws StoreIoException if a change of the device failed, now or earlier
   */
  public void flush(int deathClass) {
    write(deathClass);
    flushMedium();
  }

  /**
   * Writes all waiting pages to the device. They are durable after {@link #flushMedium}.
   *
   * @throws StoreIoException if a change of the device failed, now or earlier
   */
  public void write() {
    makeRoom();
    writer.emitAll();
  }

  /**
   * Writes the waiting pages of a class, and the records of trims, to the device. They are durable
   * after {@link #flushMedium}.
   *
   * @throws StoreIoException if a change of the device failed, now or earlier
   */
  public void write(int deathClass) {
    makeRoom();
    writer.emit(deathClass);
    writer.emitRecords();
  }

  /**
   * Makes durable what the device has written. During this call other threads may call {@link
   * #read}, if the device supports it, but no other method.
   *
   * @throws StoreIoException if a change of the device failed, now or earlier
   */
  public void flushMedium() {
    writer.flush();
    unsafelyEmptied = waiting.emptiedCount();
  }

  /**
   * Collects units until enough are free.
   *
   * @throws StoreIoException if too few are free after as many collections as there are units,
   *     which means that almost all pages are live
   */
  private void makeRoom() {
    writer.requireWorking();
    long last = collected + units.count();
    while (isShort()) {
      if (collected >= last) {
        throw new StoreIoException(
            String.format(
                "unit space: ENOSPC, the device is full: collection leaves %d of %d units free, too"
                    + " few for %d open units; use fewer open units or a larger device",
                units.freeCount(), units.count(), config.open()));
      }
      collect();
    }
  }

  /**
   * Returns whether too few units are free. Before a unit is reset, the records that wait and the
   * records in this unit must be written, so they may need further units.
   */
  private boolean isShort() {
    int records = waiting.emptiedRanges() + units.mostRecords();
    int least = config.lowWater() + records / units.recordsPerUnit();
    return config.pattern() == UnitPattern.SETS
        ? units.roomPages() < (long) least * units.pagesPerUnit()
        : units.freeCount() < least;
  }

  /** Collects some units: moves their live pages to other units and resets them. */
  private void collect() {
    List<Integer> victims = writer.driver().victims();
    boolean isCompensating = writer.driver().isCompensating();
    for (int victim : victims) {
      empty(victim);
      collected++;
      compensated += isCompensating ? 1 : 0;
    }
  }

  /**
   * Moves the live pages out of a unit and resets it. Pages that wait to be written are written, so
   * that they need not be moved.
   */
  private void empty(int victim) {
    long oldest = units.oldestSequence();
    moveOut(victim);
    batches.moveRecords(victim, oldest);
    writer.emit(config.survivors());
    writer.emitRecords();
    flushMedium();
    writer.reset(victim);
    resets++;
  }

  private void moveOut(int victim) {
    int survivors = config.survivors();
    Batch batch = waiting.batch(survivors);
    BitSet waitingClasses = new BitSet();
    int end = (victim + 1) * units.pagesPerUnit();
    int run;
    for (int place = victim * units.pagesPerUnit(); place < end; place += run) {
      run = 1;
      int page = table.residentOf(place);
      if (page == PageTable.NONE || waiting.isEmptied(page)) {
        continue;
      }
      if (waiting.isWritten(page)) {
        waitingClasses.set(waiting.classOf(page));
        continue;
      }
      if (batch.isFull()) {
        writer.emit(survivors);
      }
      int to = batch.at(batch.count());
      run = movedTogether(place, Math.min(batch.room(), end - place));
      readPlaces(page, run, table.tag(page) | UnitMedium.MOVED, batch.content(), to);
      for (int i = 0; i < run; i++) {
        int moved = table.residentOf(place + i);
        waiting.add(survivors, moved, table.tag(moved) | UnitMedium.MOVED);
      }
    }
    waitingClasses.stream().forEach(writer::emit);
  }

  /**
   * Returns how many of at most {@code most} neighbouring places, from {@code place} on, hold live
   * pages that do not wait and that can be read together.
   */
  private int movedTogether(int place, int most) {
    int run = 1;
    while (run < most && !table.isPacked(table.residentOf(place + run - 1))) {
      int page = table.residentOf(place + run);
      if (page == PageTable.NONE || waiting.contains(page) || table.isPacked(page)) {
        break;
      }
      run++;
    }
    return run;
  }

  /** Returns the units of the pages. */
  public PageUnits pageUnits() {
    return new PlacedPages(units, table, waiting, pageBytes);
  }

  /** Returns counts of work since the space was opened, and its present state. */
  public UnitStats stats() {
    return batches.stats(resets, collected, compensated);
  }
}
