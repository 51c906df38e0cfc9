package org.flashgrove.unitspace;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Appends batches to units and records the new places of their pages. If a page of a batch ends
 * with enough zeros, the summary of the batch contains this page.
 */
final class BatchWriter {
  private final UnitMedium medium;
  private final Units units;
  private final PageTable table;
  private final WaitingPages waiting;
  private final int pageBytes;

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

  BatchWriter(UnitMedium medium, Units units, PageTable table, WaitingPages waiting) {
    this.medium = medium;
    this.units = units;
    this.table = table;
    this.waiting = waiting;
    pageBytes = medium.pageBytes();
  }

  /** Continues after the batches that a mount has found. */
  void continueAfter(Mounting mounting) {
    sequence = mounting.lastSequence();
    epoch = mounting.lastEpoch() + 1;
  }

  /** Makes all earlier batches durable. */
  void flush() {
    medium.flush();
    durable = sequence;
  }

  /** Returns whether records of emptied pages wait because garbage collection moves them. */
  boolean hasMovedRecords() {
    return !movedRecords.isEmpty();
  }

  /**
   * Takes the records of emptied pages out of a unit. Later batches contain these records.
   *
   * @param oldest sequence number of the oldest batch in any unit
   */
  void moveRecords(int unit, long oldest) {
    table.moveRecords(
        unit, oldest, (first, count, since) -> movedRecords.add(new long[] {first, count, since}));
  }

  /** Appends to a unit a summary that only contains records of emptied pages. */
  void appendRecords(int unit) {
    append(unit, waiting.batch(0), 0, 0);
  }

  /**
   * Appends pages of a batch to a unit, as many as fit, after a summary. Records of emptied pages
   * are part of the summary.
   *
   * @param from slot of the first page; the batch has no gaps from this slot on
   * @return the number of pages written
   */
  int append(int unit, Batch batch, int from) {
    return append(unit, batch, from, Math.min(batch.count() - from, units.remaining(unit)));
  }

  private int append(int unit, Batch batch, int from, int most) {
    if (units.filled(unit) == 0 && units.takeUnclean(unit)) {
      medium.reset(unit);
    }
    sequence++;
    long[] ranges = takeRecords(Summary.mostRanges(pageBytes, most));
    int slot =
        packable(
            batch,
            from,
            from + most,
            Summary.roomBytes(pageBytes, most, ranges.length / Summary.RANGE_WORDS));
    boolean isPacked = slot != PageTable.NONE;
    int packedBytes = 0;
    if (isPacked) {
      packedBytes = batch.usedBytes(slot);
      batch.moveForward(slot, from);
    }
    int count = isPacked ? most : Math.min(most, units.remaining(unit) - 1);
    Summary summary = summary(unit, batch, from, count, ranges, packedBytes);
    int start = units.filled(unit);
    int at = batch.at(isPacked ? from : from - 1);
    summary.write(batch.content(), at, pageBytes);
    int[] tags = tags(summary);
    ByteBuffer content =
        batch.content().slice(at, tags.length * pageBytes).order(batch.content().order());
    medium.append(unit, start, units.deathClass(unit), tags, content);
    units.advance(unit, tags.length, sequence);
    record(unit, start, summary);
    return count;
  }

  /**
   * Returns the first of some slots whose page, without zeros at its end, has at least one and at
   * most {@code room} bytes. Returns -1 if there is none.
   */
  private static int packable(Batch batch, int from, int to, int room) {
    for (int slot = from; slot < to; slot++) {
      int used = batch.usedBytes(slot);
      if (used > 0 && used <= room) {
        return slot;
      }
    }
    return PageTable.NONE;
  }

  private Summary summary(
      int unit, Batch batch, int from, int count, long[] ranges, int packedBytes) {
    int[] checksums = new int[count];
    for (int i = 0; i < count; i++) {
      checksums[i] = Summary.checksum(batch.content(), batch.at(from + i), pageBytes);
    }
    return new Summary(
        unit,
        sequence,
        units.filled(unit) == 0 ? sequence : units.firstSequence(unit),
        durable,
        units.set(unit),
        units.setSize(unit),
        units.deathClass(unit),
        epoch,
        batch.pages(from, from + count),
        checksums,
        batch.tags(from, from + count),
        ranges,
        packedBytes);
  }

  /** Returns the tags of the pages that a batch takes in its unit, and counts these pages. */
  private int[] tags(Summary summary) {
    int[] listed = summary.tags();
    for (int tag : listed) {
      boolean isMoved = (tag & UnitMedium.MOVED) != 0;
      movedPages += isMoved ? 1 : 0;
      userPages += isMoved ? 0 : 1;
    }
    if (summary.isPacked()) {
      return listed;
    }
    boolean isPadding = listed.length == 0 && summary.ranges().length == 0;
    paddingPages += isPadding ? 1 : 0;
    summaryPages += isPadding ? 0 : 1;
    int[] tags = new int[listed.length + 1];
    tags[0] = isPadding ? UnitMedium.PADDING : UnitMedium.SUMMARY;
    System.arraycopy(listed, 0, tags, 1, listed.length);
    return tags;
  }

  /** Records the places of the pages of a batch, and the records of emptied pages. */
  private void record(int unit, int start, Summary summary) {
    int[] pages = summary.pages();
    for (int i = 0; i < pages.length; i++) {
      int place = unit * units.pagesPerUnit() + summary.placeOf(start, i);
      int tag = summary.tags()[i] & ~UnitMedium.MOVED;
      table.put(pages[i], place, tag, summary.isPacked() && i == 0);
      waiting.done(pages[i]);
    }
    long[] ranges = summary.ranges();
    for (int i = 0; i < ranges.length; i += Summary.RANGE_WORDS) {
      for (long page = ranges[i]; page < ranges[i] + ranges[i + 1]; page++) {
        if (ranges[i + 2] == sequence) {
          waiting.done((int) page);
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
    for (int page = waiting.nextEmptied(0);
        page >= 0 && used < ranges.length;
        page = waiting.nextEmptied(page)) {
      int end = waiting.takeEmptied(page);
      ranges[used] = page;
      ranges[used + 1] = end - page;
      ranges[used + 2] = sequence;
      used += Summary.RANGE_WORDS;
      page = end;
    }
    return Arrays.copyOf(ranges, used);
  }

  /** Adds the counts of pages written to the counts of the units. */
  UnitStats stats(long resets, long collected, long compensated) {
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
