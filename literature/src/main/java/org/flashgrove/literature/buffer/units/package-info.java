/**
 * Units of change as RFTL and the LCR-tree keep them: in memory in order of arrival, and on pages
 * that several nodes share.
 */
package org.flashgrove.literature.buffer.units;
