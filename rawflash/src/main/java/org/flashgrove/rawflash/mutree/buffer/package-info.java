/**
 * Read buffers of trees that store the nodes of a path in one flash page, and baselines for
 * comparison.
 */
package org.flashgrove.rawflash.mutree.buffer;
