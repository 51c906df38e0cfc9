package org.flashgrove.lsm;

import java.util.Arrays;
import org.flashgrove.grove.block.EntryKey;
import org.flashgrove.grove.curve.DomainSample;
import org.flashgrove.lsm.merge.MemoryRun;

/**
 * Changes in memory. The newest changes are unsorted, in order of arrival. The other changes are in
 * sorted runs. A new run is merged with the previous run, unless the previous run is much larger.
 * The oldest runs may be frozen, which means that a flush is writing them to a component. Only the
 * writer uses this class; queries use an {@link LsmView}.
 */
final class MemoryComponent {
  private static final int MOST_UNSORTED = 512;
  private static final int LEAST_TAIL = 32;
  private static final int UNSORTED_PART = 64;
  private static final int RUN_PART = 8;
  private static final int CHANGE_BYTES = 41;
  private static final int SAMPLE = 1024;

  private final EntryKey ordering;
  private final int unsortedRoom;
  private final long mostRunBytes;
  private UnsortedChanges unsorted;
  private MemoryRun[] runs = {};
  private int frozen;
  private boolean isFrozen;
  private long runBytes;
  private long frozenBytes;

  /**
   * Creates an empty memory component.
   *
   * @param bytes approximate maximum size of the changes in bytes
   */
  MemoryComponent(EntryKey ordering, long bytes) {
    this.ordering = ordering;
    long room = bytes / UNSORTED_PART / CHANGE_BYTES;
    unsortedRoom = (int) Math.max(LEAST_TAIL, Math.min(MOST_UNSORTED, room));
    mostRunBytes = bytes / RUN_PART;
    unsorted = new UnsortedChanges(unsortedRoom);
  }

  LsmView view(ComponentSet stored, long entries) {
    return new LsmView(unsorted, unsorted.size(), runs, frozen, stored, bytes(), entries);
  }

  void add(boolean deletion, long id, double x1, double y1, double x2, double y2) {
    if (unsorted.isFull()) {
      seal();
    }
    unsorted.add(deletion, id, x1, y1, x2, y2);
  }

  /** Sorts the unsorted changes into a new run. */
  private void seal() {
    if (unsorted.size() == 0) {
      return;
    }
    append(MemoryRun.of(unsorted.columns(unsorted.size()), ordering));
    unsorted = new UnsortedChanges(unsortedRoom);
    while (runs.length - frozen >= 2 && isWorthMerging()) {
      MemoryRun newer = runs[runs.length - 1];
      MemoryRun older = runs[runs.length - 2];
      keep(runs.length - 2);
      append(MemoryRun.of(older, newer, ordering));
    }
  }

  private boolean isWorthMerging() {
    MemoryRun newer = runs[runs.length - 1];
    MemoryRun older = runs[runs.length - 2];
    return older.size() <= 2 * newer.size() && older.bytes() + newer.bytes() <= mostRunBytes;
  }

  private void append(MemoryRun run) {
    if (run.size() > 0) {
      runs = Arrays.copyOf(runs, runs.length + 1);
      runs[runs.length - 1] = run;
      runBytes += run.bytes();
    }
  }

  private void keep(int count) {
    for (int i = count; i < runs.length; i++) {
      runBytes -= runs[i].bytes();
    }
    runs = Arrays.copyOf(runs, count);
  }

  /**
   * Freezes all changes, so that a flush can write them to a component. No changes may be frozen
   * yet.
   */
  void freeze() {
    seal();
    frozen = runs.length;
    frozenBytes = runBytes;
    isFrozen = true;
  }

  boolean isFrozen() {
    return isFrozen;
  }

  /** Returns the runs of changes that a flush writes to a component, oldest first. */
  MemoryRun[] frozenRuns() {
    return Arrays.copyOf(runs, frozen);
  }

  /** Drops the frozen changes, after a flush has written them to a component. */
  void dropFrozen() {
    runs = Arrays.copyOfRange(runs, frozen, runs.length);
    runBytes -= frozenBytes;
    frozen = 0;
    frozenBytes = 0;
    isFrozen = false;
  }

  /** Recomputes the sort keys of all changes after the domain of the order was chosen. */
  void rekey() {
    MemoryRun[] before = runs; // views share the array
    runs = new MemoryRun[0];
    runBytes = 0;
    frozenBytes = 0;
    for (int i = 0; i < before.length; i++) {
      append(before[i].with(ordering));
      frozenBytes = i < frozen ? runBytes : frozenBytes;
    }
  }

  /** Returns whether there are no changes. */
  boolean isEmpty() {
    return runs.length == 0 && unsorted.size() == 0;
  }

  /**
   * Returns whether the unsorted changes must become a run before {@code more} changes can be
   * added.
   */
  boolean isUnsortedFull(int more) {
    return unsorted.size() + more > unsortedRoom;
  }

  /** Adds the rectangles of changes to a sample until the sample is large enough. */
  void sample(DomainSample sample) {
    for (int i = 0; i < unsorted.size(); i++) {
      sample.add(unsorted.at(i, 0), unsorted.at(i, 1), unsorted.at(i, 2), unsorted.at(i, 3));
    }
    for (MemoryRun run : runs) {
      for (int i = 0; i < run.size() && sample.count() < SAMPLE; i++) {
        sample.add(
            run.changes().minX(i),
            run.changes().minY(i),
            run.changes().maxX(i),
            run.changes().maxY(i));
      }
    }
  }

  /** Returns the number of heap bytes of all changes. */
  long bytes() {
    return runBytes + bytesOfUnsorted();
  }

  /** Returns the size of the unsorted changes in bytes. */
  long bytesOfUnsorted() {
    return UnsortedChanges.bytes(unsortedRoom);
  }

  /** Returns the size in bytes of the changes that no flush is writing. */
  long activeBytes() {
    return bytes() - frozenBytes;
  }

  /** Returns the heap bytes of the working memory for creating and merging runs. */
  long scratchBytes() {
    return 2 * mostRunBytes;
  }

  void addChanges(LsmFrames frames, boolean ofFrozen, Runnable full) {
    int from = ofFrozen ? 0 : frozen;
    int to = ofFrozen ? frozen : runs.length;
    for (int r = from; r < to; r++) {
      MemoryRun run = runs[r];
      for (int i = 0; i < run.size(); i++) {
        frames.addChange(
            run.changes().isDeletion(i) ? LsmFrames.DELETION : LsmFrames.INSERTION,
            run.changes().id(i),
            run.changes().minX(i),
            run.changes().minY(i),
            run.changes().maxX(i),
            run.changes().maxY(i));
        full.run();
      }
    }
    for (int i = 0; i < unsorted.size() && !ofFrozen; i++) {
      frames.addChange(
          unsorted.isDeletion(i) ? LsmFrames.DELETION : LsmFrames.INSERTION,
          unsorted.id(i),
          unsorted.at(i, 0),
          unsorted.at(i, 1),
          unsorted.at(i, 2),
          unsorted.at(i, 3));
      full.run();
    }
  }
}
