/** The R-tree after Guttman (SIGMOD 1984), with its splits as siblings behind one strategy. */
package org.flashgrove.indexes.rtree;
