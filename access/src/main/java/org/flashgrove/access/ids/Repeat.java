package org.flashgrove.access.ids;

import java.util.Locale;

/** What an insertion does in a store with ids if the id has the very same rectangle already. */
public enum Repeat {
  /** Nothing: the entry is there once, as it was. */
  ONCE,
  /** It is refused, and changes nothing. */
  REFUSE;

  /** Returns the word in specs. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
