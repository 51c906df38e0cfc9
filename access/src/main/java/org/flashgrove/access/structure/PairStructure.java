package org.flashgrove.access.structure;

import org.flashgrove.access.kind.Structure;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.metrics.IoStats;

/** A structure of a store that holds pairs of a key and a value, whatever keeps them. */
public interface PairStructure {
  /** Returns the traffic of the structure's pages, as {@link Structure#io} does. */
  IoStats io();

  /**
   * Adds a pair, by a commit of its own.
   *
   * @return false if it is there, or, where keys are unique, another of its key: nothing is changed
   *     then
   * @throws IllegalArgumentException if the structure cannot hold it; names what is allowed
   */
  boolean insert(long key, long value);

  /**
   * Removes a pair, by a commit of its own.
   *
   * @return whether it was there
   */
  boolean delete(long key, long value);

  /**
   * Visits the pairs whose keys are in {@code [fromKey, toKey]}, in ascending order, as the newest
   * commit left them.
   *
   * @return number of pairs visited
   */
  long visit(long fromKey, long toKey, PairVisitor visitor);
}
