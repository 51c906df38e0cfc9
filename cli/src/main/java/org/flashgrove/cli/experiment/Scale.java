package org.flashgrove.cli.experiment;

import java.util.Locale;

/** How much of an experiment is run. */
public enum Scale {
  /** Seconds: to see that it runs, and which way the figures point. */
  SMALL,
  /** Up to a minute or so. */
  MEDIUM,
  /** As in the source. */
  FULL;

  /** The word for it: {@code small}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
