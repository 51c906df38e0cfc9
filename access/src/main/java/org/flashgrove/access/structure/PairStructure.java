package org.flashgrove.access.structure;

import org.flashgrove.access.kind.Structure;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.metrics.IoStats;

/** A structure of a store that contains pairs of a key and a value. */
public interface PairStructure {
  /** Returns the page transfers of the structure, as {@link Structure#io} does. */
  IoStats io();

  /**
   * Adds a pair in its own commit.
   *
   * @return false if the pair exists, or if keys are unique and the key exists; in both cases
   *     nothing changes
   * @throws IllegalArgumentException if the structure cannot store the pair; the message says what
   *     is allowed
   */
  boolean insert(long key, long value);

  /**
   * Removes a pair in its own commit.
   *
   * @return whether the pair existed
   */
  boolean delete(long key, long value);

  /**
   * Visits the pairs whose keys are in {@code [fromKey, toKey]} at the newest commit, in ascending
   * order.
   *
   * @return number of pairs visited
   */
  long visit(long fromKey, long toKey, PairVisitor visitor);
}
