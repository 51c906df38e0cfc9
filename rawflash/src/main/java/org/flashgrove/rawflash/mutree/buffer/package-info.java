/**
 * Read buffers of trees that keep the nodes of a path in one flash page, and what they compare
 * with.
 */
package org.flashgrove.rawflash.mutree.buffer;
