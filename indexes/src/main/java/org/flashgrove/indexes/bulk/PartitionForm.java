package org.flashgrove.indexes.bulk;

/**
 * A tree that cuts sorted entries into nodes by itself. Entries come to it in ascending order of
 * two keys, both signed numbers, those of equal keys by id and coordinates.
 */
public non-sealed interface PartitionForm extends BulkForm {
  /** Returns the first key; best if few entries have the same. */
  long majorKey(long id, double minX, double minY, double maxX, double maxY);

  /** Returns the second key, asked for among entries of the same first one. */
  long minorKey(long id, double minX, double minY, double maxX, double maxY);

  /**
   * Begins a load.
   *
   * @param fill how full nodes are wanted, as a share of their capacity, above 0 and at most 1
   * @param nodes where finished nodes go
   */
  NodePartition partition(double fill, NodeSink nodes);
}
