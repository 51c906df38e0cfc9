/**
 * Parts that all indexes in sealed blocks share: batches, snapshots, search results, tombstones,
 * and the thread that merges in the background.
 */
package org.flashgrove.grove.index;
