/**
 * Order of entries along the Hilbert curve, the choice of its domain, and the directory of blocks
 * in this order.
 */
package org.flashgrove.grove.curve;
