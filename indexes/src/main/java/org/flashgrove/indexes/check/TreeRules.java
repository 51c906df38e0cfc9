package org.flashgrove.indexes.check;

/**
 * Invariants of a tree beyond its layout.
 *
 * @param leafMinimum minimum number of entries in a leaf other than the root, 0 or more
 * @param leafCapacity maximum number of entries in a leaf
 * @param nodeMinimum minimum number of entries in an internal node other than the root, 1 or more
 * @param nodeCapacity maximum number of entries in an internal node
 * @param minimalBounds whether the rectangle in a parent equals the bounding rectangle of the
 *     child's entries; if false, it need only cover them. Ignored for layouts without rectangles
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
