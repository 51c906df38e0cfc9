/**
 * Fences of component blocks: the boxes of pages and of runs of entries that stay in memory, in\n *
 * several sizes, and the scans over them.
 */
package org.flashgrove.grove.fence;
