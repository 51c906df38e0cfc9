package org.flashgrove.access.structure;

import org.jspecify.annotations.Nullable;

/** A B+-tree that may hold the values of an attribute of a table's records, in words or whole. */
public sealed interface AttributeKeys permits KeyStructure, ValueStructure {
  /** Returns the attribute of a table's records whose values are the keys, or null. */
  @Nullable String attribute();

  /** Returns whether a table has at most one record of each key. */
  boolean isUnique();
}
