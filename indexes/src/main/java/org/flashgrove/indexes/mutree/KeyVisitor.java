package org.flashgrove.indexes.mutree;

/** Takes the entries of a range search. */
@FunctionalInterface
public interface KeyVisitor {
  /**
   * Receives an entry; the tree must not be used during the call.
   *
   * @return whether to go on
   */
  boolean visit(long key, long value);
}
