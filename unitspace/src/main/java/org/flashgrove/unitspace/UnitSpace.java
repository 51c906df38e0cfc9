package org.flashgrove.unitspace;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Objects;

/**
 * Numbered pages that are written out of place in the units of a device. A unit is written from its
 * start, each page once, and reset as a whole. The device therefore need not move pages itself.
 *
 * <p><b>Writing.</b> A page waits in memory with other pages of its class. When as many pages wait
 * in all classes as a batch can hold, the space writes the pages of the fullest class as a batch.
 * {@link #flush()} writes all waiting pages. A batch begins with a summary, a page that lists the
 * other pages, so that {@link #mount} finds them. The class of a page tells when the user expects
 * to replace the page. Pages that are replaced at about the same time should have the same class.
 *
 * <p><b>Collection.</b> When few units are free, the space chooses units with few live pages, moves
 * these pages to other units, and resets the chosen units. It resets a unit only when everything
 * that replaces pages of the unit is durable.
 *
 * <p><b>Durability.</b> Writes and trims before a completed {@link #flush()} survive a power loss.
 * After a power loss, each page that was written or trimmed later has its old or its new content.
 * The space must then be mounted again. Not safe for use by several threads.
 */
public final class UnitSpace {
  private static final int WAITS_EMPTY = -1;

  private final UnitMedium medium;
  private final UnitConfig config;
  private final int pageBytes;
  private final Units units;
  private final PageTable table;
  private final Driver driver;
  private final Batch[] batches;

  /**
   * State of each page: 0 if it does not wait. If it waits to be written, 1 plus a number that
   * encodes its class and its slot in the batch of this class. -1 if it waits to be emptied.
   */
  private final int[] waiting;

  private final BitSet waitingEmpty = new BitSet();

  /**
   * Records of emptied pages that garbage collection moves out of units. The elements are like the
   * ranges of a {@link Summary}.
   */
  private final Deque<long[]> movedRecords = new ArrayDeque<>();

  private long sequence;
  private long durable;
  private int epoch;
  private long userPages;
  private long movedPages;
  private long summaryPages;
  private long paddingPages;
  private long resets;
  private long collected;
  private long compensated;

  private UnitSpace(UnitMedium medium, UnitConfig config) {
    this.medium = medium;
    this.config = config;
    pageBytes = medium.pageBytes();
    units = new Units(medium.units(), medium.unitPages());
    table = new PageTable(units, config.pages(medium));
    waiting = new int[table.pageCount()];
    batches = new Batch[config.open()];
    int most = Summary.mostPages(medium);
    Arrays.setAll(batches, i -> new Batch(most, pageBytes));
    driver =
        Driver.of(
            config,
            units,
            new Driver.Opener() {
              @Override
              public int open(int deathClass, long set, int setSize) {
                return openUnit(deathClass, set, setSize);
              }

              @Override
              public void end(int unit) {
                endUnit(unit);
              }
            });
  }

  /**
   * Opens the space on a device. If the device was never written, the space is empty. Opening may
   * move pages and reset units to get free units.
   *
   * @throws IllegalArgumentException if the device does not suit the settings
   */
  public static UnitSpace mount(UnitMedium medium, UnitConfig config) {
    UnitSpace space = new UnitSpace(medium, config);
    Mounting mounting = new Mounting(medium, space.units, space.table);
    mounting.run();
    space.sequence = mounting.lastSequence();
    space.epoch = mounting.lastEpoch() + 1;
    space.driver.resume(mounting.resumable());
    space.makeRoom(); // a power loss leaves units partly written
    return space;
  }

  /** Returns the number of pages that the space offers, with and without content. */
  public int pageCount() {
    return table.pageCount();
  }

  public UnitConfig config() {
    return config;
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
   */
  public void write(int page, int deathClass, int tag, ByteBuffer from, int at) {
    require(page, 1);
    Objects.checkIndex(deathClass, config.survivors());
    Batch batch = batches[deathClass];
    int slot = waiting[page];
    if (slot > 0 && batchOf(slot) == batch) {
      batch.tag(slotOf(slot), tag);
    } else {
      if (slot > 0) {
        batchOf(slot).drop(slotOf(slot));
        waiting[page] = 0;
      }
      if (Batch.pages(batches) == Summary.mostPages(medium)) {
        makeRoom();
        emit(Batch.fullest(batches));
      }
      waitingEmpty.clear(page);
      slot = addTo(deathClass, page, tag);
    }
    batch.content().put(batch.at(slotOf(slot)), from, at, pageBytes);
  }

  private int addTo(int deathClass, int page, int tag) {
    int slot = 1 + batches[deathClass].add(page, tag) * batches.length + deathClass;
    waiting[page] = slot;
    return slot;
  }

  private Batch batchOf(int slot) {
    return batches[(slot - 1) % batches.length];
  }

  private int slotOf(int slot) {
    return (slot - 1) / batches.length;
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
      int slot = waiting[page];
      int place = table.place(page);
      if (slot > 0) {
        Batch batch = batchOf(slot);
        into.put(target, batch.content(), batch.at(slotOf(slot)), pageBytes);
      } else if (slot == WAITS_EMPTY || place == PageTable.NONE) {
        for (int i = 0; i < pageBytes; i += Long.BYTES) {
          into.putLong(target + i, 0);
        }
      } else {
        while (page + run < first + count
            && waiting[page + run] == 0
            && table.place(page + run) == place + run
            && (place + run) % units.pagesPerUnit() != 0) {
          run++;
        }
        readPlaces(place, run, tag, into, target);
      }
    }
  }

  private void readPlaces(int place, int count, int tag, ByteBuffer into, int at) {
    int perUnit = units.pagesPerUnit();
    medium.read(place / perUnit, place % perUnit, count, tag, into, at);
  }

  /**
   * Empties pages, which then read as zeros.
   *
   * @param first first page
   * @param count number of pages
   */
  public void trim(int first, int count) {
    require(first, count);
    for (int page = first; page < first + count; page++) {
      int slot = waiting[page];
      if (slot > 0) {
        batchOf(slot).drop(slotOf(slot));
      }
      boolean hasContent = table.place(page) != PageTable.NONE;
      waiting[page] = hasContent ? WAITS_EMPTY : 0;
      waitingEmpty.set(page, hasContent);
    }
  }

  /** Makes all earlier writes and trims durable. */
  public void flush() {
    makeRoom();
    emitAll();
    flushMedium();
  }

  /**
   * Makes all earlier writes of pages of a class durable. Pages of other classes and trims may
   * still wait in memory.
   */
  public void flush(int deathClass) {
    makeRoom();
    emit(deathClass);
    flushMedium();
  }

  private void flushMedium() {
    medium.flush();
    durable = sequence;
  }

  private void makeRoom() {
    while (isShort()) {
      collect();
    }
  }

  private boolean isShort() {
    int least = config.lowWater();
    return config.pattern() == UnitPattern.SETS
        ? units.roomPages() < (long) least * units.pagesPerUnit()
        : units.freeCount() < least;
  }

  private void emitAll() {
    for (int deathClass = 0; deathClass < batches.length; deathClass++) {
      emit(deathClass);
    }
    while (!waitingEmpty.isEmpty() || !movedRecords.isEmpty()) {
      append(driver.unitFor(0), batches[0], 0, 0);
    }
  }

  /** Writes the waiting pages of a class. */
  private void emit(int deathClass) {
    Batch batch = batches[deathClass];
    batch.closeGaps();
    int done = 0;
    while (done < batch.count()) {
      int unit = driver.unitFor(deathClass);
      int count = Math.min(batch.count() - done, units.remaining(unit) - 1);
      append(unit, batch, done, count);
      done += count;
    }
    batch.clear();
  }

  /** Appends to a unit a summary and {@code count} pages of a batch, from slot {@code from} on. */
  private void append(int unit, Batch batch, int from, int count) {
    if (units.filled(unit) == 0 && units.takeUnclean(unit)) {
      medium.reset(unit);
    }
    sequence++;
    int[] pages = batch.pages(from, from + count);
    int[] tags = batch.tags(from, from + count);
    int[] checksums = new int[count];
    for (int i = 0; i < count; i++) {
      checksums[i] = Summary.checksum(batch.content(), batch.at(from + i), pageBytes);
    }
    int start = units.filled(unit);
    long[] ranges = takeRecords(Summary.mostRanges(pageBytes, count));
    new Summary(
            unit,
            sequence,
            start == 0 ? sequence : units.firstSequence(unit),
            durable,
            units.set(unit),
            units.setSize(unit),
            units.deathClass(unit),
            epoch,
            pages,
            checksums,
            tags,
            ranges)
        .write(batch.content(), batch.at(from - 1), pageBytes);
    int[] allTags = new int[count + 1];
    boolean isPadding = count == 0 && ranges.length == 0;
    allTags[0] = isPadding ? UnitMedium.PADDING : UnitMedium.SUMMARY;
    System.arraycopy(tags, 0, allTags, 1, count);
    int bytes = (count + 1) * pageBytes;
    ByteBuffer content =
        batch.content().slice(batch.at(from - 1), bytes).order(batch.content().order());
    medium.append(unit, start, units.deathClass(unit), allTags, content);
    paddingPages += isPadding ? 1 : 0;
    summaryPages += isPadding ? 0 : 1;
    units.advance(unit, count + 1, sequence);
    int place = unit * units.pagesPerUnit() + start + 1;
    for (int i = 0; i < count; i++) {
      boolean isMoved = (tags[i] & UnitMedium.MOVED) != 0;
      movedPages += isMoved ? 1 : 0;
      userPages += isMoved ? 0 : 1;
      table.put(pages[i], place + i, tags[i] & ~UnitMedium.MOVED);
      waiting[pages[i]] = 0;
    }
    for (int i = 0; i < ranges.length; i += Summary.RANGE_WORDS) {
      for (long page = ranges[i]; page < ranges[i] + ranges[i + 1]; page++) {
        if (ranges[i + 2] == sequence) {
          waiting[(int) page] = 0;
        }
        table.empty((int) page, unit, ranges[i + 2]);
      }
    }
  }

  /**
   * Removes and returns the pending records of emptied pages that the next summary will contain.
   *
   * @param most maximum number of ranges of pages to return
   * @return three numbers for each range, as in {@link Summary}
   */
  private long[] takeRecords(int most) {
    long[] ranges = new long[Summary.RANGE_WORDS * most];
    int used = 0;
    while (used < ranges.length && !movedRecords.isEmpty()) {
      System.arraycopy(movedRecords.remove(), 0, ranges, used, Summary.RANGE_WORDS);
      used += Summary.RANGE_WORDS;
    }
    for (int page = waitingEmpty.nextSetBit(0);
        page >= 0 && used < ranges.length;
        page = waitingEmpty.nextSetBit(page)) {
      int end = waitingEmpty.nextClearBit(page);
      waitingEmpty.clear(page, end);
      ranges[used] = page;
      ranges[used + 1] = end - page;
      ranges[used + 2] = sequence;
      used += Summary.RANGE_WORDS;
    }
    return Arrays.copyOf(ranges, used);
  }

  private int openUnit(int deathClass, long set, int setSize) {
    if (units.freeCount() == 0) {
      throw new IllegalStateException("unit space: no unit is free; use a larger spare share");
    }
    return units.open(deathClass, set, setSize);
  }

  private void endUnit(int unit) {
    if (units.remaining(unit) == 1) {
      append(unit, batches[0], 0, 0);
    } else if (units.remaining(unit) > 1) {
      medium.finish(unit, units.deathClass(unit));
    }
    units.close(unit);
  }

  /** Collects some units: moves their live pages to other units and resets them. */
  private void collect() {
    emitAll();
    List<Integer> victims = driver.victims();
    collected += victims.size();
    compensated += driver.isCompensating() ? victims.size() : 0;
    victims.forEach(this::empty);
  }

  private void empty(int victim) {
    long oldest = units.oldestSequence();
    moveOut(victim);
    table.moveRecords(
        victim,
        oldest,
        (first, count, since) -> movedRecords.add(new long[] {first, count, since}));
    emitAll();
    flushMedium();
    medium.reset(victim);
    driver.wasReset(victim);
    units.release(victim, true);
    resets++;
  }

  private void moveOut(int victim) {
    int survivors = config.survivors();
    Batch batch = batches[survivors];
    int end = (victim + 1) * units.pagesPerUnit();
    int run;
    for (int place = victim * units.pagesPerUnit(); place < end; place += run) {
      run = 0;
      if (batch.isFull()) {
        emit(survivors);
      }
      int most = Math.min(batch.room(), end - place);
      int to = batch.at(batch.count());
      int page = table.residentOf(place);
      int tag = page == PageTable.NONE ? 0 : table.tag(page);
      while (run < most && page != PageTable.NONE) {
        addTo(survivors, page, table.tag(page) | UnitMedium.MOVED);
        run++;
        page = run < most ? table.residentOf(place + run) : PageTable.NONE;
      }
      if (run > 0) {
        readPlaces(place, run, tag | UnitMedium.MOVED, batch.content(), to);
      } else {
        run = 1;
      }
    }
  }

  /** Returns counts of work since the space was opened, and its present state. */
  public UnitStats stats() {
    return new UnitStats(
        userPages,
        movedPages,
        summaryPages,
        paddingPages,
        resets,
        collected,
        compensated,
        table.livePages(),
        units.freeCount(),
        units.count());
  }
}
