package org.flashgrove.access.ids;

import java.util.Locale;

/** Effect of inserting an id with the rectangle that it already has, in a store with ids. */
public enum Repeat {
  /** The insertion does nothing, and the existing entry stays. */
  ONCE,
  /** The insertion is rejected and changes nothing. */
  REFUSE;

  /** Returns the word for this effect in specs. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
