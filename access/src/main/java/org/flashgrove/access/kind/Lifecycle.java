package org.flashgrove.access.kind;

import org.flashgrove.storage.log.StoreStructure;

/**
 * Calls of a store to its structures. Applications do not use it: a store opens, compacts and
 * closes its structures itself.
 */
public final class Lifecycle {
  private Lifecycle() {}

  /** Opens a structure once the log of its store has been replayed. */
  public static void open(Structure structure) {
    structure.open();
  }

  /** Waits for the thread that changes a structure, then closes the structure. */
  public static void close(Structure structure) {
    structure.close();
  }

  /** Makes room within a structure's own file. */
  public static void compact(Structure structure) {
    structure.compact();
  }

  /** Returns the part of a structure that takes part in batches and snapshots. */
  public static StoreStructure<?, ?> stored(Structure structure) {
    return structure.stored();
  }
}
