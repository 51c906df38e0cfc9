package org.flashgrove.indexes.check;

/**
 * Invariants of a tree beyond its layout.
 *
 * @param leafMinimum least entries of a leaf that is not the root, 0 or more
 * @param leafCapacity most entries of a leaf
 * @param nodeMinimum least entries of an internal node that is not the root, 1 or more
 * @param nodeCapacity most entries of an internal node
 * @param minimalBounds whether a parent's bound is exactly the bound of the child's entries; if
 *     not, it need only cover them. Of no matter for layouts without bounds
 */
public record TreeRules(
    int leafMinimum, int leafCapacity, int nodeMinimum, int nodeCapacity, boolean minimalBounds) {

  int minimum(int level) {
    return level == 0 ? leafMinimum : nodeMinimum;
  }

  int capacity(int level) {
    return level == 0 ? leafCapacity : nodeCapacity;
  }
}
