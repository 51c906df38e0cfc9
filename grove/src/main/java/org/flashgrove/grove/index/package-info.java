/**
 * Parts that all indexes of component blocks share: batches, snapshots, answers of searches,\n *
 * tombstones, and the thread that merges in the background.
 */
package org.flashgrove.grove.index;
