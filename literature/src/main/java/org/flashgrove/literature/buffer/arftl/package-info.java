/**
 * Aggregated RFTL (Pawlik and Macyna, 2012), a buffer that also stores an aggregate for each entry
 * of an internal node.
 */
package org.flashgrove.literature.buffer.arftl;
