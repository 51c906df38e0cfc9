package org.flashgrove.lsm;

import java.util.Arrays;
import java.util.List;
import org.flashgrove.lsm.merge.MergeJob;
import org.flashgrove.lsm.merge.StoredComponent;

/**
 * Statistics of the writes of flushes and merges since the index was opened. Safe for use by
 * several threads.
 */
final class WriteStats {
  private long flushes;
  private long flushedRecords;
  private long flushedPages;
  private long flushNanos;
  private long merges;
  private long[] mergedRecords = new long[1];
  private long mergedPages;
  private long mergeNanos;
  private long mergedComponents;
  private long dropped;
  private long waits;
  private long waitNanos;
  private long helps;
  private int mostComponents;

  synchronized void flushed(MergeJob done) {
    flushes++;
    flushedRecords += records(done.made());
    flushedPages += done.pagesWritten();
    dropped += done.dropped();
  }

  /** Adds to the statistics of flushes the records and pages that a bulk load wrote. */
  synchronized void loaded(MergeJob done) {
    flushedRecords += records(done.made());
    flushedPages += done.pagesWritten();
    dropped += done.dropped();
  }

  synchronized void merged(MergeJob done, int level, List<StoredComponent> inputs) {
    merges++;
    mergedComponents += inputs.size();
    if (level >= mergedRecords.length) {
      mergedRecords = Arrays.copyOf(mergedRecords, level + 1);
    }
    mergedRecords[level] += records(done.made());
    mergedPages += done.pagesWritten();
    dropped += done.dropped();
  }

  private static long records(List<StoredComponent> made) {
    long records = 0;
    for (StoredComponent component : made) {
      records += component.records();
    }
    return records;
  }

  /** Adds the time of one step of a flush or merge, in nanoseconds. */
  synchronized void took(boolean isFlush, long nanos) {
    if (isFlush) {
      flushNanos += nanos;
    } else {
      mergeNanos += nanos;
    }
  }

  /**
   * Updates the greatest number of components.
   *
   * @param count current number of components
   */
  synchronized void components(int count) {
    mostComponents = Math.max(mostComponents, count);
  }

  /**
   * Counts a change that waited for the end of a flush or merge, and adds its wait in nanoseconds.
   */
  synchronized void waited(long nanos) {
    waits++;
    waitNanos += nanos;
  }

  /** Counts a change that ran steps of a flush or merge because the worker was late. */
  synchronized void helped() {
    helps++;
  }

  synchronized LsmStats stats(LsmContent content) {
    LsmView view = content.view();
    ComponentSet stored = view.stored();
    long pages = 0;
    long records = 0;
    int[] levels = new int[1];
    for (int c = 0; c < stored.size(); c++) {
      StoredComponent component = stored.component(c);
      pages += component.pages();
      records += component.records();
      if (component.level() >= levels.length) {
        levels = Arrays.copyOf(levels, component.level() + 1);
      }
      levels[component.level()]++;
    }
    return new LsmStats(
        stored.size(),
        Arrays.stream(levels).boxed().toList(),
        stored.blocks(),
        pages,
        records,
        stored.deletions(),
        view.changes(),
        view.memoryBytes(),
        stored.bytes(),
        content.account().bytes(),
        content.pages().pages(),
        content.account().usedBytes(),
        content.account().mostBytes(),
        flushes,
        flushedRecords,
        flushedPages,
        flushNanos,
        merges,
        mergedComponents,
        Arrays.stream(mergedRecords).boxed().toList(),
        mergedPages,
        mergeNanos,
        content.jobs().isMerging(),
        content.jobs().isPending(),
        mostComponents,
        waits,
        waitNanos,
        helps,
        dropped);
  }
}
