package org.flashgrove.jmh.bench.peer;

/**
 * Abilities of a peer (library in the benchmark). A phase skips peers that lack an ability it
 * requires.
 */
public enum Ability {
  /** Stores the index in files. */
  DURABLE,
  /** Inserts entries one by one. */
  INSERT,
  /** Bulk-loads all entries into an empty index. */
  BULK,
  /** Deletes entries. */
  DELETE,
  /** Moves an entry, given its old and new rectangle. */
  MOVE,
  /** Moves an entry, given its old and new rectangle, without checking that the entry exists. */
  MOVE_BLINDLY,
  /** Moves an entry, given its id and new rectangle. */
  MOVE_BY_ID,
  /** Finds the nearest entries. */
  NEAREST,
  /** Works with a small heap, such as 64 MiB. */
  SMALL_HEAP,
  /** Stores coordinates as doubles. */
  DOUBLES,
  /** Can be compacted on request. */
  COMPACT,
  /** Stores rows with the attributes of {@link org.flashgrove.jmh.bench.data.SampleRow}. */
  ROWS
}
