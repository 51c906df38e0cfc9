package org.flashgrove.lab.experiment;

import java.util.Locale;

/** Size of a run of an experiment. */
public enum Scale {
  /** Run of a few seconds. It shows that the experiment works and which trend the results have. */
  SMALL,
  /** Run of up to about a minute. */
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
