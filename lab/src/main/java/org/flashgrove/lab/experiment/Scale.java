package org.flashgrove.lab.experiment;

import java.util.Locale;

/** Scale of an experiment. */
public enum Scale {
  /** Seconds: to see that it runs, and which way the figures point. */
  SMALL,
  /** Up to a minute or so. */
  MEDIUM,
  /** Size of the source's own experiment. */
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
