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
 * Changes in the remaining log of a damaged grove that are not yet in any block that the log names.
 * A change is an insertion or deletion of an entry. Changes are ordered by the entry's value on the
 * space-filling curve.
 *
 * <p>A merge writes the changes of an interval of the curve to blocks. While it is unknown whether
 * a merge was completed, its changes are stored separately.
 */
final class SalvagedChanges {
  private final CurveOrder curve;

  private final NavigableMap<Long, Map<Entry, Change>> changes = new TreeMap<>();

  /**
   * Changes that a merge is writing to blocks. They were made before the merge began. They are
   * dropped if the log shows that the merge was completed, because blocks then contain them.
   */
  private final NavigableMap<Long, Map<Entry, Change>> frozen = new TreeMap<>();

  /**
   * Words of the changes of each frame, by frame number. They are stored only until the log shows
   * the beginning or completion of a merge. If a merge completes whose beginning is missing in the
   * log, the changes of frames after the merge's commit are added again from here.
   */
  private final NavigableMap<Long, long[]> recent = new TreeMap<>();

  private boolean knowsFreeze;

  /**
   * Curve value up to which a checkpoint image has been read, if the image was written in several
   * steps with commits in between. Otherwise the end of the curve.
   */
  private long steppedTo = CurveOrder.END;

  SalvagedChanges(CurveOrder curve) {
    this.curve = curve;
  }

  record Entry(long id, double minX, double minY, double maxX, double maxY) {}

  /** Number of insertions and number of deletions of equal entries. */
  private static final class Change {
    private int added;
    private int removed;
  }

  /**
   * Must be called at the start of a checkpoint image, which contains the whole state of the grove.
   * Drops all changes that were added before.
   *
   * @param inSteps whether the image was written in several steps, between which the log may
   *     contain further changes
   */
  void startOver(boolean inSteps) {
    changes.clear();
    frozen.clear();
    steppedTo = inSteps ? 0 : CurveOrder.END;
  }

  /**
   * Must be called when the steps of a checkpoint image have reached the curve value {@code end}.
   * Drops the earlier changes of the part of the curve that the last step covers. The step itself
   * contains all dropped changes that are in no block.
   */
  void stepTo(long end) {
    if (steppedTo < end) {
      changes.subMap(steppedTo, end).clear();
      frozen.subMap(steppedTo, end).clear();
      steppedTo = end;
    }
  }

  /**
   * Adds a change from a checkpoint image.
   *
   * @param isFrozen whether a merge was writing the change to blocks when the image was made
   * @param value value of the entry on the curve
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
   * @param frame number of the frame
   * @param words words of the frame, of which the first {@code length} are changes
   * @param isStartKnown whether no frame at the start of the log is missing
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
   * Sets the domain of the space-filling curve if it is not known yet. Recomputes the curve values
   * of the changes added so far.
   *
   * @param found the domain, as a frame contains it
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
   * Must be called when a merge of the curve values [lo, hi) begins. The blocks that the merge
   * writes will contain the changes of these values that were added before this call.
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
   * Must be called when the last merge turns out to be unfinished. No block contains the changes
   * that it was writing, so they are again treated like all other changes.
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
   * Must be called when the log shows that a merge of the curve values [lo, hi) was completed.
   * Drops the changes that the merge has written to blocks.
   *
   * @param commit number of the newest commit whose changes the blocks contain
   * @param isStartKnown whether no frame at the start of the log is missing
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
   * Adds again those changes of a frame whose curve values are in [lo, hi).
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
   * Uses up one deletion of an entry. Called when a block that the log names contains the entry.
   * Returns false if there is no such deletion, so that the entry still exists.
   *
   * @param value value of the entry on the curve
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

  /** Visits each inserted entry, as many times as it was inserted. */
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
