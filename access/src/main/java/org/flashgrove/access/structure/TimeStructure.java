package org.flashgrove.access.structure;

import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureRole;
import org.flashgrove.core.metrics.IoStats;

/**
 * A structure of a store that keeps records in the order of time and overwrites the oldest ones
 * when it is full ({@link StructureRole#TIMES}). Its records are keys with a value, or ids with a
 * point.
 */
public interface TimeStructure {
  /** Returns the traffic of the structure's pages, as {@link Structure#io} does. */
  IoStats io();

  /**
   * Appends a record of a key and a value, by a commit of its own. Its time is the one after that
   * of the newest record, and 0 if there is none.
   *
   * @throws org.flashgrove.core.spec.SpecException if the records are points
   */
  void append(long key, long value);

  /**
   * Appends a record of an id and a point as one commit. Its time is chosen like in {@link
   * #append(long, long)}.
   *
   * @throws org.flashgrove.core.spec.SpecException if the records are no points
   * @throws IllegalArgumentException if a coordinate is not a number or infinite
   */
  void append(long id, double x, double y);

  /** Returns the structure as the newest commit left it. Close it. */
  TimeSnapshot snapshot();
}
