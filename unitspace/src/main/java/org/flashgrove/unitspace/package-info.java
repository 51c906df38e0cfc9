/**
 * Pages written out of place, in large units that the device erases as a whole. {@link
 * org.flashgrove.unitspace.UnitSpace} places pages so that the pages of one unit are likely to be
 * replaced at about the same time.
 */
package org.flashgrove.unitspace;
