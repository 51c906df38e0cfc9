/** Hilbert R-tree of Kamel and Faloutsos (VLDB 1994). */
package org.flashgrove.indexes.hilbert;
