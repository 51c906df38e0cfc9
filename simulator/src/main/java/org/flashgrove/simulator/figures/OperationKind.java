package org.flashgrove.simulator.figures;

import java.util.Locale;

/**
 * Kinds of operations whose latencies are recorded. For host origins an operation is a request; for
 * origins of the device it is a single flash operation.
 */
public enum OperationKind {
  /** Reads consecutive pages; within the device, one page. */
  READ,
  /** Writes consecutive pages; within the device, programs one page. */
  WRITE,
  /** Discards the content of consecutive pages. */
  TRIM,
  /** Makes all acknowledged writes durable. */
  FLUSH,
  /** Erases a block; only within the device. */
  ERASE;

  /** Number of kinds. */
  public static final int COUNT = values().length;

  /** Returns the name in lower case, as in statistics. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
