package org.flashgrove.lab.experiment;

import java.util.Locale;

/** Scale of an experiment. */
public enum Scale {
  /** Some seconds: enough to see that the experiment works and which trend its results have. */
  SMALL,
  /** Up to about a minute. */
  MEDIUM,
  /** Size of the original experiment. */
  FULL;

  /** Returns the value for this scale. */
  public <V> V choose(V small, V medium, V full) {
    return switch (this) {
      case SMALL -> small;
      case MEDIUM -> medium;
      case FULL -> full;
    };
  }

  /** Returns the name of the scale in lower case, such as {@code small}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
