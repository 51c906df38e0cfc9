package org.flashgrove.indexes.bulk;

/** Receives reports on the progress of a bulk load. */
@FunctionalInterface
public interface BulkProgress {
  /** Ignores all reports. */
  BulkProgress NONE = (written, total) -> {};

  /**
   * Reports the number of entries written. Called repeatedly while nodes are written, and once at
   * the end.
   *
   * @param written number of leaf entries written so far
   * @param total total number of leaf entries
   */
  void written(long written, long total);
}
