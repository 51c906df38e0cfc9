package org.flashgrove.indexes.bulk;

/** Is told how far a bulk load is. */
@FunctionalInterface
public interface BulkProgress {
  /** Tells nobody. */
  BulkProgress NONE = (written, total) -> {};

  /**
   * Now and then while nodes are written, and once at the end.
   *
   * @param written entries of leaves written so far
   * @param total entries of leaves in all
   */
  void written(long written, long total);
}
