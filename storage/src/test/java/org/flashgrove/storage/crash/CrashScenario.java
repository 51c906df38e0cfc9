package org.flashgrove.storage.crash;

import org.flashgrove.storage.file.StoreDirectory;

/** A kind of store, and a workload of numbered steps that leaves the same content each time. */
public interface CrashScenario {
  /** Returns the name for messages. */
  String name();

  /** Returns the number of steps. */
  int steps();

  /** Returns the digest that a store has after {@code steps} steps. */
  long expected(int steps);

  /**
   * Returns what the disk holds before the workload starts: nothing, unless creation is not to be
   * cut.
   */
  default DiskState initial() {
    return DiskState.EMPTY;
  }

  /** Opens the store of a directory; creates it first if nothing is there. */
  StoreUnderTest open(StoreDirectory directory);
}
