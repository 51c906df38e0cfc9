/**
 * Order of entries along the Hilbert curve, the directory of component blocks cut by it, and the\n
 * * choice of its domain.
 */
package org.flashgrove.grove.curve;
