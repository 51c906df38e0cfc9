package org.flashgrove.salvage.grove;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.log.Frames;

/**
 * The changes that are left of the log of a damaged grove, by their values of the curve: those that
 * are in no block that the log names, and apart from them those that a merge was about to write.
 */
final class SalvagedChanges {
  private final CurveOrder curve;

  private final NavigableMap<Long, Map<Entry, Change>> changes = new TreeMap<>();

  /**
   * Changes made before a merge of their interval began that is still unfinished. The changes are
   * in blocks once the merge is complete.
   */
  private final NavigableMap<Long, Map<Entry, Change>> frozen = new TreeMap<>();

  /** Words of changes by their frames, while it is not known whether a merge had begun before. */
  private final NavigableMap<Long, long[]> recent = new TreeMap<>();

  private boolean knowsFreeze;

  /** Up to where a checkpoint image in steps has come; the curve's end if there is none. */
  private long steppedTo = CurveOrder.END;

  SalvagedChanges(CurveOrder curve) {
    this.curve = curve;
  }

  /** An entry. */
  record Entry(long id, double minX, double minY, double maxX, double maxY) {}

  /** Counts of the insertions and deletions of equal entries. */
  private static final class Change {
    private int added;
    private int removed;
  }

  /** Forgets all: a checkpoint image begins, perhaps one in steps. */
  void startOver(boolean inSteps) {
    changes.clear();
    frozen.clear();
    steppedTo = inSteps ? 0 : CurveOrder.END;
  }

  /**
   * Drops the changes so far up to a place to which a checkpoint image in steps has come: it says
   * all that there are.
   */
  void stepTo(long end) {
    if (steppedTo < end) {
      changes.subMap(steppedTo, end).clear();
      frozen.subMap(steppedTo, end).clear();
      steppedTo = end;
    }
  }

  /** Adds a change that a checkpoint image has, whether it was frozen then or not. */
  void restore(boolean isFrozen, long value, Entry entry, boolean isDeletion) {
    Change change = changeOf(isFrozen ? frozen : changes, value, entry);
    if (isDeletion) {
      change.removed++;
    } else {
      change.added++;
    }
  }

  /**
   * Takes the changes of a frame.
   *
   * @param isStartKnown whether all frames from the log's beginning on are known
   * @return by how many entries they grow the grove
   */
  long take(long frame, long[] words, int length, boolean isStartKnown) {
    if (!knowsFreeze && !isStartKnown) {
      recent.put(frame, Arrays.copyOf(words, length));
    }
    long added = 0;
    for (int at = 0; at < length; at += Frames.changeWords(words, at)) {
      added += take(words, at);
    }
    return added;
  }

  private int take(long[] words, int at) {
    int upper = words[at] >= Frames.EXTENT ? at + 4 : at + 2;
    Entry entry =
        new Entry(
            words[at + 1],
            Double.longBitsToDouble(words[at + 2]) + 0.0,
            Double.longBitsToDouble(words[at + 3]) + 0.0,
            Double.longBitsToDouble(words[upper]) + 0.0,
            Double.longBitsToDouble(words[upper + 1]) + 0.0);
    Change change = changeOf(changes, value(entry), entry);
    if ((words[at] & Frames.DELETION) == 0) {
      change.added++;
      return 1;
    }
    if (change.added > 0) {
      change.added--;
    } else {
      change.removed++;
    }
    return -1;
  }

  private long value(Entry entry) {
    return curve.value(entry.minX, entry.minY, entry.maxX, entry.maxY);
  }

  private static Change changeOf(Map<Long, Map<Entry, Change>> of, long value, Entry entry) {
    return of.computeIfAbsent(value, any -> new HashMap<>())
        .computeIfAbsent(entry, any -> new Change());
  }

  /** Gives the curve its domain, if it has none, and the changes so far their places on it. */
  void takeLine(double[] found) {
    if (curve.isKnown() || found[CurveOrder.PARTS - 1] == 0) {
      return;
    }
    curve.define(found);
    for (Map<Long, Map<Entry, Change>> of : List.of(changes, frozen)) {
      List<Map<Entry, Change>> before = List.copyOf(of.values());
      of.clear();
      for (Map<Entry, Change> equal : before) {
        equal.forEach(
            (entry, change) ->
                of.computeIfAbsent(value(entry), any -> new HashMap<>()).put(entry, change));
      }
    }
  }

  /** Notes that a merge of [lo, hi) has begun: changes that come then are not in its blocks. */
  void freeze(long lo, long hi) {
    thaw();
    recent.clear();
    knowsFreeze = true;
    Map<Long, Map<Entry, Change>> part = changes.subMap(lo, hi);
    frozen.putAll(part);
    part.clear();
  }

  /** Takes what is frozen for changes as others are: no merge has come to its end. */
  void thaw() {
    frozen.forEach(
        (value, equal) ->
            equal.forEach(
                (entry, before) -> {
                  Change after = changeOf(changes, value, entry);
                  int cancelled = Math.min(before.added, after.removed);
                  after.removed += before.removed - cancelled;
                  after.added += before.added - cancelled;
                }));
    frozen.clear();
  }

  /**
   * Notes that a merge of [lo, hi) has come to its end: what was frozen there is in blocks.
   *
   * @param commit the newest one whose changes are in the blocks
   * @param isStartKnown whether all frames from the log's beginning on are known
   */
  void merged(long lo, long hi, long commit, boolean isStartKnown) {
    if (!knowsFreeze && !isStartKnown) {
      // The log's beginning is lost: what came behind the edit's commit is not in its blocks.
      changes.subMap(lo, hi).clear();
      recent.tailMap(commit, false).values().forEach(words -> replay(words, lo, hi));
    }
    recent.clear();
    knowsFreeze = true;
    frozen.subMap(lo, hi).clear();
  }

  /** Takes the words of changes again, those of an interval. */
  private void replay(long[] words, long lo, long hi) {
    for (int at = 0; at < words.length; at += Frames.changeWords(words, at)) {
      long value = Frames.value(words, at, curve);
      if (value >= lo && value < hi) {
        take(words, at);
      }
    }
  }

  /** Takes one of the deletions of an entry of a block that the log names; false for none. */
  boolean takeDeletion(long value, Entry entry) {
    Map<Entry, Change> equal = changes.get(value);
    Change change = equal == null ? null : equal.get(entry);
    if (change == null || change.removed == 0) {
      return false;
    }
    change.removed--;
    return true;
  }

  /** Visits the entries that came, equal ones each. */
  void forEachInsertion(Consumer<Entry> visitor) {
    for (Map<Entry, Change> equal : changes.values()) {
      equal.forEach(
          (entry, change) -> {
            for (int i = 0; i < change.added; i++) {
              visitor.accept(entry);
            }
          });
    }
  }
}
