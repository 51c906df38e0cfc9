package org.flashgrove.cli.input;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Ranges of the ids of several files. They show whether numbers counted for one file are ids of
 * another file.
 */
final class IdRanges {
  private final List<Range> ranges = new ArrayList<>();

  /** Id range of one file. */
  private static final class Range {
    private final String file;
    private long least = Long.MAX_VALUE;
    private long greatest = Long.MIN_VALUE;
    private long count;
    private boolean isCounted = true;

    Range(String file) {
      this.file = file;
    }

    boolean meets(Range other) {
      return least <= other.greatest && other.least <= greatest;
    }
  }

  /** Begins a file. */
  void begin(String file) {
    ranges.add(new Range(file));
  }

  /** Adds an id of the file. */
  void add(long id) {
    Range range = ranges.get(ranges.size() - 1);
    range.count++;
    range.isCounted &= id == range.count;
    range.least = Math.min(range.least, id);
    range.greatest = Math.max(range.greatest, id);
  }

  /** Returns a message for each file whose counted ids are ids of another file. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    for (Range range : ranges) {
      for (Range other : ranges) {
        if (range != other && range.isCounted && range.count > 0 && range.meets(other)) {
          notes.add(
              String.format(
                  Locale.ROOT,
                  "%s: ids 1 to %,d count its features, and %s has such ids, too",
                  range.file,
                  range.count,
                  other.file));
          break;
        }
      }
    }
    return notes;
  }
}
