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
 * Holds changes from the remaining log of a damaged grove, ordered by the values of their entries
 * on the grove's space-filling curve. These are the changes that no block named in the log
 * contains. Changes that an unfinished merge was writing to blocks are held separately.
 */
final class SalvagedChanges {
  private final CurveOrder curve;

  private final NavigableMap<Long, Map<Entry, Change>> changes = new TreeMap<>();

  /**
   * Changes of an interval that a merge is writing to blocks. They were made before the merge
   * began. If the merge turns out to be complete, blocks contain them, and they are dropped.
   */
  private final NavigableMap<Long, Map<Entry, Change>> frozen = new TreeMap<>();

  /**
   * Words of changes by frame number. They are kept while it is unknown whether a merge was running
   * when they were logged.
   */
  private final NavigableMap<Long, long[]> recent = new TreeMap<>();

  private boolean knowsFreeze;

  /**
   * End of the part of the curve that the steps of a checkpoint image have covered so far. Equals
   * the end of the curve if no image is being read in steps.
   */
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

  /**
   * Must be called at the start of a checkpoint image. Drops all changes, because the image
   * contains the whole state.
   *
   * @param inSteps whether changes may follow between the steps of the image
   */
  void startOver(boolean inSteps) {
    changes.clear();
    frozen.clear();
    steppedTo = inSteps ? 0 : CurveOrder.END;
  }

  /**
   * Must be called when a step of a checkpoint image covers the curve up to {@code end}. Drops the
   * earlier changes of this part of the curve, because the step contains those that are still in no
   * block.
   */
  void stepTo(long end) {
    if (steppedTo < end) {
      changes.subMap(steppedTo, end).clear();
      frozen.subMap(steppedTo, end).clear();
      steppedTo = end;
    }
  }

  /**
   * Adds a change from a checkpoint image. {@code isFrozen} tells whether a merge was writing the
   * change to blocks when the image was made.
   */
  void restore(boolean isFrozen, long value, Entry entry, boolean isDeletion) {
    Change change = changeOf(isFrozen ? frozen : changes, value, entry);
    if (isDeletion) {
      change.removed++;
    } else {
      change.added++;
    }
  }

  /**
   * Adds the changes of a frame.
   *
   * @param isStartKnown whether every frame from the start of the log on was found
   * @return number of insertions minus number of deletions
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

  /**
   * If the curve has no domain yet, sets it and recomputes the curve values of the changes so far.
   */
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

  /**
   * Must be called when a merge of the curve values [lo, hi) begins. The blocks of the merge will
   * contain the changes that were added before this call, but not the later changes.
   */
  void freeze(long lo, long hi) {
    thaw();
    recent.clear();
    knowsFreeze = true;
    Map<Long, Map<Entry, Change>> part = changes.subMap(lo, hi);
    frozen.putAll(part);
    part.clear();
  }

  /**
   * Must be called when the last merge turns out to be unfinished. The changes that it was writing
   * are in no block, so they are treated like all other changes.
   */
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
   * Must be called when a merge of the curve values [lo, hi) is complete. Drops the changes that
   * the merge has written to blocks.
   *
   * @param commit number of the newest commit whose changes the blocks contain
   * @param isStartKnown whether every frame from the start of the log on was found
   */
  void merged(long lo, long hi, long commit, boolean isStartKnown) {
    if (!knowsFreeze && !isStartKnown) {
      // The log's beginning is lost: changes after the edit's commit are not in its blocks.
      changes.subMap(lo, hi).clear();
      recent.tailMap(commit, false).values().forEach(words -> replay(words, lo, hi));
    }
    recent.clear();
    knowsFreeze = true;
    frozen.subMap(lo, hi).clear();
  }

  /**
   * Adds those changes of a frame again whose curve values are in [lo, hi).
   *
   * @param words the changes of the frame
   */
  private void replay(long[] words, long lo, long hi) {
    for (int at = 0; at < words.length; at += Frames.changeWords(words, at)) {
      long value = Frames.value(words, at, curve);
      if (value >= lo && value < hi) {
        take(words, at);
      }
    }
  }

  /**
   * Removes one deletion of an entry from the changes, because it applies to an entry in a block
   * that the log names. Returns false if there is no such deletion.
   */
  boolean takeDeletion(long value, Entry entry) {
    Map<Entry, Change> equal = changes.get(value);
    Change change = equal == null ? null : equal.get(entry);
    if (change == null || change.removed == 0) {
      return false;
    }
    change.removed--;
    return true;
  }

  /** Visits each inserted entry, as often as it was inserted. */
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
