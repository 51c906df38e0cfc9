package org.flashgrove.access.structure;

import org.jspecify.annotations.Nullable;

/**
 * A B+-tree that may index an attribute of a table. Its keys are either eight-byte words that sort
 * like the values, or the complete values.
 */
public sealed interface AttributeKeys permits KeyStructure, ValueStructure {
  /** Returns the indexed attribute, or null if the keys are not attribute values. */
  @Nullable String attribute();

  /** Returns whether no two records of a table may have the same key. */
  boolean isUnique();
}
