package org.flashgrove.access.ids;

import java.util.Locale;

/**
 * Behaviour of an insertion into a store with ids when the id already exists with the same
 * rectangle.
 */
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
