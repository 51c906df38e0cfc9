package org.flashgrove.access.structure;

import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureRole;
import org.flashgrove.core.metrics.IoStats;

/**
 * A structure of a store that keeps records in time order and overwrites the oldest ones when it is
 * full ({@link StructureRole#TIMES}). A record is a key with a value, or an id with a point.
 */
public interface TimeStructure {
  /** Returns the page transfers of the structure, as {@link Structure#io} does. */
  IoStats io();

  /**
   * Appends a key and a value in its own commit. The time of the record is the time of the newest
   * record plus one, or 0 for the first record.
   *
   * @throws org.flashgrove.core.spec.SpecException if the records are points
   */
  void append(long key, long value);

  /**
   * Appends an id and a point in its own commit. The time is chosen as in {@link #append(long,
   * long)}.
   *
   * @throws org.flashgrove.core.spec.SpecException if the records are not points
   * @throws IllegalArgumentException if a coordinate is NaN or infinite
   */
  void append(long id, double x, double y);

  /** Returns a snapshot of the newest commit. The caller closes it. */
  TimeSnapshot snapshot();
}
