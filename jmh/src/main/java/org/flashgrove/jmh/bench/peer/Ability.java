package org.flashgrove.jmh.bench.peer;

/** Abilities of a peer. Phases skip peers that lack the required ability. */
public enum Ability {
  /** Has files. */
  DURABLE,
  /** Takes entries one by one. */
  INSERT,
  /** Takes all entries together into an empty index. */
  BULK,
  /** Removes entries. */
  DELETE,
  /** Moves entries whose rectangles are given. */
  MOVE,
  /** Moves entries whose rectangles are given without a look whether they are there. */
  MOVE_BLINDLY,
  /** Moves entries by their ids alone. */
  MOVE_BY_ID,
  /** Finds the nearest entries. */
  NEAREST,
  /** Keeps within a small heap. */
  SMALL_HEAP,
  /** Keeps coordinates as doubles. */
  DOUBLES,
  /** Is compacted on request. */
  COMPACT,
  /** Keeps rows with the attributes of {@link org.flashgrove.jmh.bench.data.SampleRow}. */
  ROWS
}
