package org.flashgrove.unitspace;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.core.flash.UncorrectablePageException;
import org.flashgrove.core.page.AlignedBuffers;
import org.jspecify.annotations.Nullable;

/**
 * Finds the pages in the units of a device when a space is mounted. In each unit, it follows the
 * summaries of batches, beginning with the first page.
 *
 * <p>The pages of a batch are accepted without a check if two conditions hold. First, the unit is
 * full. Second, a batch that was written later, before the next mount, says that this batch was
 * durable. Otherwise the pages are compared with the checksums in the summary.
 */
final class Mounting {
  private record Found(int unit, int start, Summary summary) {}

  private final UnitMedium medium;
  private final Units units;
  private final PageTable table;
  private final int pageBytes;
  private final ByteBuffer page;
  private final List<Found> batches = new ArrayList<>();
  private final List<Integer> resumable = new ArrayList<>();

  /** Units with a batch that lost pages in a power loss. */
  private final BitSet incomplete = new BitSet();

  private final Map<Integer, Long> durable = new HashMap<>();
  private int lastEpoch;
  private long lastSequence;

  Mounting(UnitMedium medium, Units units, PageTable table) {
    this.medium = medium;
    this.units = units;
    this.table = table;
    pageBytes = medium.pageBytes();
    page = AlignedBuffers.allocate(pageBytes);
  }

  int lastEpoch() {
    return lastEpoch;
  }

  long lastSequence() {
    return lastSequence;
  }

  /**
   * Returns the open units, to which more pages can be written. The unit that was opened last comes
   * first.
   */
  List<Integer> resumable() {
    return resumable;
  }

  void run() {
    for (int unit = 0; unit < units.count(); unit++) {
      follow(unit);
    }
    batches.sort(Comparator.comparingLong(found -> found.summary.sequence()));
    for (Found found : batches) {
      apply(found);
    }
    for (int unit = 0; unit < units.count(); unit++) {
      if (units.state(unit) == Units.State.OPEN) {
        settle(unit);
      }
    }
    resumable.sort(Comparator.comparingLong(unit -> -units.firstSequence(unit)));
  }

  /**
   * Reads the summaries in a unit, from its first page on. Stops at a page that is no valid
   * summary.
   */
  private void follow(int unit) {
    long before = 0;
    long first = 0;
    int start = 0;
    while (start < units.pagesPerUnit()) {
      Summary summary = summaryAt(unit, start);
      if (summary == null
          || summary.unit() != unit
          || summary.sequence() <= before
          || start > 0 && summary.unitSequence() != first
          || start == 0 && summary.unitSequence() != summary.sequence()) {
        break;
      }
      before = summary.sequence();
      if (start == 0) {
        first = before;
        units.reopen(unit, summary.deathClass(), summary.set(), summary.setSize());
      }
      batches.add(new Found(unit, start, summary));
      units.advance(unit, summary.batchPages(), before);
      start += summary.batchPages();
      durable.merge(summary.epoch(), summary.durable(), Math::max);
      lastEpoch = Math.max(lastEpoch, summary.epoch());
      lastSequence = Math.max(lastSequence, before);
    }
    if (start == 0) {
      boolean isWritten = medium.written(unit) > 0;
      if (isWritten) {
        medium.reset(unit);
      }
      units.release(unit, isWritten);
    }
  }

  /**
   * Decides whether more pages may be written to a unit that holds batches. If not, closes the
   * unit.
   */
  private void settle(int unit) {
    int filled = units.filled(unit);
    int written = medium.written(unit);
    boolean isFull = filled == units.pagesPerUnit();
    boolean isComplete = !incomplete.get(unit) && (written < 0 || written == filled);
    if (isComplete && !isFull && (written >= 0 || isBlankFrom(unit, filled))) {
      resumable.add(unit);
      return;
    }
    if (!isComplete || !isFull) {
      medium.finish(unit, units.deathClass(unit));
    }
    units.close(unit);
  }

  private @Nullable Summary summaryAt(int unit, int start) {
    return read(unit, start, UnitMedium.SUMMARY) ? Summary.read(page, pageBytes) : null;
  }

  private boolean read(int unit, int start, int tag) {
    try {
      medium.read(unit, start, 1, tag, page, 0);
      return true;
    } catch (UncorrectablePageException e) {
      return false; // a power loss interrupted the write
    }
  }

  private boolean isBlankFrom(int unit, int start) {
    for (int rest = start; rest < units.pagesPerUnit(); rest++) {
      if (!read(unit, rest, UnitMedium.SUMMARY)) {
        return false;
      }
      for (int i = 0; i < pageBytes; i += Long.BYTES) {
        if (page.getLong(i) != 0) {
          return false;
        }
      }
    }
    return true;
  }

  private void apply(Found found) {
    Summary summary = found.summary;
    int unitPlace = found.unit * units.pagesPerUnit();
    // a power loss during a reset can make a unit look partly written
    boolean isTrusted =
        summary.sequence() <= durable.get(summary.epoch())
            && units.filled(found.unit) == units.pagesPerUnit();
    for (int i = 0; i < summary.pages().length; i++) {
      boolean isPacked = summary.isPacked() && i == 0;
      int place = summary.placeOf(found.start, i);
      boolean isThere =
          isTrusted
              || isPacked
              || read(found.unit, place, summary.tags()[i])
                  && Summary.checksum(page, 0, pageBytes) == summary.checksums()[i];
      if (isThere) {
        int tag = summary.tags()[i] & ~UnitMedium.MOVED;
        table.put(summary.pages()[i], unitPlace + place, tag, isPacked);
      } else {
        incomplete.set(found.unit);
      }
    }
    long[] ranges = summary.ranges();
    for (int i = 0; i < ranges.length; i += Summary.RANGE_WORDS) {
      for (long empty = ranges[i]; empty < ranges[i] + ranges[i + 1]; empty++) {
        table.empty((int) empty, found.unit, ranges[i + 2]);
      }
    }
  }
}
