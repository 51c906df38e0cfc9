/**
 * Aggregated RFTL (Pawlik and Macyna, 2012). It stores aggregates in addition to the rectangles of
 * nodes.
 */
package org.flashgrove.literature.buffer.arftl;
