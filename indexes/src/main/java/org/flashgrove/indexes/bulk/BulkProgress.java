package org.flashgrove.indexes.bulk;

/** Receives reports on the progress of a bulk load. */
@FunctionalInterface
public interface BulkProgress {
  /** Ignores all reports. */
  BulkProgress NONE = (written, total) -> {};

  /**
   * Reports how many entries are written. Called from time to time while nodes are written, and
   * once at the end.
   *
   * @param written entries of leaves written so far
   * @param total entries of leaves in all
   */
  void written(long written, long total);
}
