/**
 * Order of entries along the Hilbert curve, the directory of component blocks in that order, and
 * the choice of the domain.
 */
package org.flashgrove.grove.curve;
