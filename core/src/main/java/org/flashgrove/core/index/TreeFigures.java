package org.flashgrove.core.index;

/**
 * What a tree's algorithms did since it was opened, counted over committed operations.
 *
 * @param leafSplits leaves split in two
 * @param internalSplits internal nodes split in two
 * @param reinsertions entries put in again because their node overflowed (forced reinsertion of the
 *     R*-tree; entries of dissolved nodes do not count)
 */
public record TreeFigures(long leafSplits, long internalSplits, long reinsertions) {}
