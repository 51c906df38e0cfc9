/**
 * Read buffers for trees that store the nodes of a path in one flash page. Also contains baselines
 * for comparison.
 */
package org.flashgrove.rawflash.mutree.buffer;
