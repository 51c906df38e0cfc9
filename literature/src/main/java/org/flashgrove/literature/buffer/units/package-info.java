/**
 * Units of change, as used by RFTL, F-KDB and the LCR-tree: lists of units in memory, and pages
 * with units of several nodes.
 */
package org.flashgrove.literature.buffer.units;
