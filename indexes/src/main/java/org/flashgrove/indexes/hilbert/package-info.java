/** The Hilbert R-tree after Kamel and Faloutsos (VLDB 1994). */
package org.flashgrove.indexes.hilbert;
