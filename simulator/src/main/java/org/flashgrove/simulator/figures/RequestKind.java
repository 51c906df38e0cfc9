package org.flashgrove.simulator.figures;

import java.util.Locale;

/** Kinds of host requests, by which latencies are kept apart. */
public enum RequestKind {
  /** Reading a run of pages. */
  READ,
  /** Writing a run of pages. */
  WRITE,
  /** Giving up a run of pages. */
  TRIM,
  /** Making everything acknowledged durable. */
  FLUSH;

  /** Number of kinds. */
  public static final int COUNT = values().length;

  /** The name in figures: lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
