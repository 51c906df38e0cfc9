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

  /** Returns whether records of emptied pages wait to be written. */
  boolean hasRecords() {
    return !movedRecords.isEmpty() || waiting.hasEmptied();
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
    append(unit, 0, 0);
  }

  /**
   * Appends waiting pages of a class to a unit, as many as fit, after a summary. Records of emptied
   * pages are part of the summary. The written pages no longer wait. If the medium fails, all pages
   * keep waiting with their content.
   *
   * @param deathClass class of the pages; its batch has no gaps
   */
  void append(int unit, int deathClass) {
    int most = Math.min(waiting.batch(deathClass).count(), units.remaining(unit));
    waiting.removeFirst(deathClass, append(unit, deathClass, most));
  }

  private int append(int unit, int deathClass, int most) {
    if (units.filled(unit) == 0 && units.takeUnclean(unit)) {
      medium.reset(unit);
    }
    sequence++;
    Batch batch = waiting.batch(deathClass);
    long[] ranges = pendingRecords(Summary.mostRanges(pageBytes, most));
    int room = Summary.roomBytes(pageBytes, most, ranges.length / Summary.RANGE_WORDS);
    int slot = packable(batch, most, room);
    boolean isPacked = slot != PageTable.NONE;
    int packedBytes = 0;
    if (isPacked) {
      packedBytes = batch.usedBytes(slot);
      waiting.moveToFront(deathClass, slot);
    }
    int count = isPacked ? most : Math.min(most, units.remaining(unit) - 1);
    Summary summary = summary(unit, batch, count, ranges, packedBytes);
    int start = units.filled(unit);
    write(summary, start, batch);
    units.advance(unit, summary.batchPages(), sequence);
    record(unit, start, summary);
    return count;
  }

  /** Writes a summary and its pages, which are the first pages of a batch. */
  private void write(Summary summary, int start, Batch batch) {
    ByteBuffer buffer = batch.content();
    int at = batch.at(summary.isPacked() ? 0 : -1);
    int[] tags = tags(summary);
    ByteBuffer content = buffer.slice(at, tags.length * pageBytes).order(buffer.order());
    summary.write(buffer, at, pageBytes);
    boolean done = false;
    try {
      medium.append(summary.unit(), start, units.deathClass(summary.unit()), tags, content);
      done = true;
    } finally {
      if (!done && summary.isPacked()) {
        Summary.unpack(buffer, at, pageBytes); // the page still waits
      }
    }
    count(summary);
  }

  /**
   * Returns the first slot before {@code end} whose page, without zeros at its end, has at least
   * one and at most {@code room} bytes. Returns -1 if there is none.
   */
  private static int packable(Batch batch, int end, int room) {
    for (int slot = 0; slot < end; slot++) {
      int used = batch.usedBytes(slot);
      if (used > 0 && used <= room) {
        return slot;
      }
    }
    return PageTable.NONE;
  }

  private Summary summary(int unit, Batch batch, int count, long[] ranges, int packedBytes) {
    int[] checksums = new int[count];
    for (int i = 0; i < count; i++) {
      checksums[i] = Summary.checksum(batch.content(), batch.at(i), pageBytes);
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
        batch.pages(count),
        checksums,
        batch.tags(count),
        ranges,
        packedBytes);
  }

  private static boolean isPadding(Summary summary) {
    return summary.tags().length == 0 && summary.ranges().length == 0;
  }

  /** Returns the tags of the pages that a batch takes in its unit. */
  private static int[] tags(Summary summary) {
    int[] listed = summary.tags();
    if (summary.isPacked()) {
      return listed;
    }
    int[] tags = new int[listed.length + 1];
    tags[0] = isPadding(summary) ? UnitMedium.PADDING : UnitMedium.SUMMARY;
    System.arraycopy(listed, 0, tags, 1, listed.length);
    return tags;
  }

  /** Counts the pages that a batch takes in its unit. */
  private void count(Summary summary) {
    for (int tag : summary.tags()) {
      boolean isMoved = (tag & UnitMedium.MOVED) != 0;
      movedPages += isMoved ? 1 : 0;
      userPages += isMoved ? 0 : 1;
    }
    if (!summary.isPacked()) {
      paddingPages += isPadding(summary) ? 1 : 0;
      summaryPages += isPadding(summary) ? 0 : 1;
    }
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
      if (ranges[i + 2] != sequence) {
        movedRecords.remove();
      }
    }
  }

  /**
   * Returns the records of emptied pages that the next summary will contain. The records that
   * garbage collection moves come first.
   *
   * @param most maximum number of ranges of pages to return
   * @return three numbers for each range, as in {@link Summary}
   */
  private long[] pendingRecords(int most) {
    long[] ranges = new long[Summary.RANGE_WORDS * most];
    int used = 0;
    for (long[] moved : movedRecords) {
      if (used == ranges.length) {
        break;
      }
      System.arraycopy(moved, 0, ranges, used, Summary.RANGE_WORDS);
      used += Summary.RANGE_WORDS;
    }
    for (int page = waiting.nextEmptied(0);
        page >= 0 && used < ranges.length;
        page = waiting.nextEmptied(page)) {
      int end = waiting.endOfEmptied(page);
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
