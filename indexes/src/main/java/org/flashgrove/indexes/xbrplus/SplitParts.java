package org.flashgrove.indexes.xbrplus;

import org.flashgrove.core.node.EntryList;

/**
 * Receives the result of a split.
 *
 * @param rest receives the entries that stay in the node, in order
 * @param part receives the entries of the new node, in order
 * @param quadrant receives the quadrant of the new node
 */
record SplitParts(EntryList rest, EntryList part, Address quadrant) {}
