package org.flashgrove.indexes.component;

/**
 * The shape of an index's blocks.
 *
 * @param pageSize bytes of a page, the store's envelope included
 * @param envelopeBytes bytes at the front of a page that belong to the store
 * @param blockPages pages of a block: those of entries, then the footer
 * @param split whether coordinates are split into cells on the pages that are searched and residual
 *     bits on pages behind them; else each page holds all of its entries' bits
 * @param subBoxes runs of a page's entries with a box of their own: 1, 2, 4, 8, 16, 32 or 64
 * @param groupPages pages that one k-d tree divides among them, at least 1; the entries of a block
 *     are cut into groups of that size in the order of their keys first
 */
public record BlockForm(
    int pageSize,
    int envelopeBytes,
    int blockPages,
    boolean split,
    int subBoxes,
    int groupPages) {}
