package org.flashgrove.indexes.grove;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.component.Block;
import org.flashgrove.indexes.bulk.KeySorter;
import org.flashgrove.indexes.packed.EntryColumns;

/**
 * Fills an empty grove with sorted entries: round after round of as many as one bite may merge is
 * cut into blocks and written, and one edit makes all of them count. Used once.
 *
 * <p>An interval ends behind the greatest value of a round. If the next round begins with the same
 * value, entries of that value come first, in blocks of their own of the same interval.
 */
final class BulkFill {
  private final Line line;
  private final EntryColumns round;
  private final BlockWriting writing;
  private final KeySorter source;
  private final Directory.Builder builder = new Directory.Builder();
  private final List<Block> added = new ArrayList<>();
  private final long[] entry = new long[KeySorter.WORDS];
  private boolean more;
  private long nextValue;

  /**
   * Creates a load.
   *
   * @param round room for the entries of a round
   */
  BulkFill(Line line, EntryColumns round, BlockWriting writing, KeySorter source) {
    this.line = line;
    this.round = round;
    this.writing = writing;
    this.source = source;
  }

  /** Writes all entries; returns the directory of their blocks. */
  Directory write() {
    advance();
    writeSide(0, Line.GIANTS);
    writeSide(Line.GIANTS, Line.END);
    return builder.build();
  }

  /** Returns the blocks written. */
  Block[] added() {
    return added.toArray(new Block[0]);
  }

  private void advance() {
    more = source.next(entry);
    if (more) {
      nextValue = line.value(real(1), real(2), real(3), real(4));
    }
  }

  private double real(int word) {
    return Double.longBitsToDouble(entry[word]);
  }

  /** Writes the entries of values below an end, and the intervals up to it. */
  private void writeSide(long from, long end) {
    builder.interval(from);
    long start = from;
    while (more && nextValue < end) {
      if (start > from) {
        builder.interval(start);
      }
      long begin = start;
      long last = takeRound(end);
      start = more && nextValue < end ? last + 1 : end;
      added.addAll(writing.write(round, begin, start, builder));
      while (more && nextValue == last) {
        takeEqual(last);
        added.addAll(writing.writeOn(round, builder));
      }
    }
    if (start > from && start < end) {
      builder.interval(start);
    }
  }

  /** Takes the next entries of values below an end; returns the greatest value. */
  private long takeRound(long end) {
    round.clear();
    long last = nextValue;
    while (more && nextValue < end && round.size() < BiteChoice.MOST_ENTRIES) {
      last = nextValue;
      take();
    }
    return last;
  }

  private void takeEqual(long value) {
    round.clear();
    while (more && nextValue == value && round.size() < BiteChoice.MOST_ENTRIES) {
      take();
    }
  }

  private void take() {
    round.add(nextValue, entry[0], real(1), real(2), real(3), real(4), false);
    advance();
  }
}
