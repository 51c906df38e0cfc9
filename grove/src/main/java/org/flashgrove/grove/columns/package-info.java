/**
 * Entries in columns in memory, without an object for each, and the orders into which they are\n *
 * brought: by keys of the curve, by k-d tiles, and in runs.
 */
package org.flashgrove.grove.columns;
