/**
 * Queries of Grove on a snapshot: windows, single entries and nearest neighbours. They search the
 * write buffer and the blocks.
 */
package org.flashgrove.grove.query;
