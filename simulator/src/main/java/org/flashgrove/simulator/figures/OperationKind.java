package org.flashgrove.simulator.figures;

import java.util.Locale;

/**
 * Kinds of operations, by which latencies are kept apart: requests for origins of the host, single
 * flash operations for origins of the device.
 */
public enum OperationKind {
  /** Reading a run of pages; within the device, a page. */
  READ,
  /** Writing a run of pages; within the device, programming a page. */
  WRITE,
  /** Giving up a run of pages. */
  TRIM,
  /** Making everything acknowledged durable. */
  FLUSH,
  /** Erasing a block; within the device only. */
  ERASE;

  /** Number of kinds. */
  public static final int COUNT = values().length;

  /** Returns the name in figures: lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
