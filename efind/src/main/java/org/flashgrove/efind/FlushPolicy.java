package org.flashgrove.efind;

/** How much a buffered node adds to the degree of its flushing unit (thesis, section 6.4.4). */
@FunctionalInterface
interface FlushPolicy {
  /** The node's part of the degree, at least 0. */
  double weight(BufferedNode node);
}
