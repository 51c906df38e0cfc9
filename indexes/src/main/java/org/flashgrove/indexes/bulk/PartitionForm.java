package org.flashgrove.indexes.bulk;

/**
 * Bulk load of a tree that divides sorted entries into nodes itself. The tree receives entries in
 * ascending order of two signed keys. Ties are ordered by id and coordinates.
 */
public non-sealed interface PartitionForm extends BulkForm {
  /** Returns the first sort key. Few entries should have equal keys. */
  long majorKey(long id, double minX, double minY, double maxX, double maxY);

  /** Returns the second sort key, for entries with equal first keys. */
  long minorKey(long id, double minX, double minY, double maxX, double maxY);

  /**
   * Starts a load.
   *
   * @param fill target fill of nodes as a share of their capacity, above 0 and at most 1
   * @param nodes receives finished nodes
   */
  NodePartition partition(double fill, NodeSink nodes);
}
