package org.flashgrove.access.ids;

import java.util.Locale;

/**
 * Behaviour of an insertion into a store with ids when the id already exists with the same
 * rectangle.
 */
public enum Repeat {
  /** Does nothing; the existing entry stays. */
  ONCE,
  /** Rejects the insertion and changes nothing. */
  REFUSE;

  /** Returns the word in specs. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
