/**
 * Queries of Grove on a snapshot: searches by window, lookups of single entries, and
 * nearest-neighbour searches. They search the write buffer and the blocks.
 */
package org.flashgrove.grove.query;
