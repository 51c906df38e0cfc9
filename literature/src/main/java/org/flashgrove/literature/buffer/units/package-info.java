/**
 * Nodes stored as units, each of which is one change of a node, as in RFTL, F-KDB and the LCR-tree.
 * There are lists of units in memory, and pages with units of several nodes.
 */
package org.flashgrove.literature.buffer.units;
