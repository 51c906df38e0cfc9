package org.flashgrove.lab.experiment;

import java.util.Locale;

/** How much of an experiment is run. */
public enum Scale {
  /** Seconds: to see that it runs, and which way the figures point. */
  SMALL,
  /** Up to a minute or so. */
  MEDIUM,
  /** As in the source. */
  FULL;

  /** The one of three values that is for this scale. */
  public <V> V choose(V small, V medium, V full) {
    return switch (this) {
      case SMALL -> small;
      case MEDIUM -> medium;
      case FULL -> full;
    };
  }

  /** The word for it: {@code small}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
