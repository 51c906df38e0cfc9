/**
 * Units of change of RFTL and the LCR-tree: in memory in order of arrival, and on pages that
 * several nodes share.
 */
package org.flashgrove.literature.buffer.units;
