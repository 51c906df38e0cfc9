package org.flashgrove.simulator.figures;

import java.util.Locale;

/**
 * Kinds of operations for latencies. For origins of the host an operation is a request; for origins
 * of the device it is a single flash operation.
 */
public enum OperationKind {
  /** Reads a run of pages; within the device, one page. */
  READ,
  /** Writes a run of pages; within the device, programs one page. */
  WRITE,
  /** Giving up a run of pages. */
  TRIM,
  /** Making everything acknowledged durable. */
  FLUSH,
  /** Erases a block; only within the device. */
  ERASE;

  /** Number of kinds. */
  public static final int COUNT = values().length;

  /** Returns the name in figures: lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
