/**
 * Fences of blocks: the metadata of a block in memory, with boxes of its pages and runs. The
 * package also has boxes of groups of blocks, and scans over all these boxes.
 */
package org.flashgrove.grove.fence;
