/**
 * Storage of nodes as units, each of which is one change of a node, as in RFTL, F-KDB and the
 * LCR-tree. Units are first in lists in memory, and then on pages that contain units of several
 * nodes.
 */
package org.flashgrove.literature.buffer.units;
