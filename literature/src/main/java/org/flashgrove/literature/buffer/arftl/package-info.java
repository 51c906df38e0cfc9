/**
 * The aggregated RFTL (Pawlik and Macyna, 2012), which stores aggregates in addition to the
 * rectangles of nodes.
 */
package org.flashgrove.literature.buffer.arftl;
