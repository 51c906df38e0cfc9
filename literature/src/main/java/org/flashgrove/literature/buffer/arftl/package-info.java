/**
 * Aggregated RFTL (Pawlik and Macyna, 2012). It extends the buffer RFTL by an aggregate (count,
 * sum, minimum and maximum) for each entry of an internal node.
 */
package org.flashgrove.literature.buffer.arftl;
