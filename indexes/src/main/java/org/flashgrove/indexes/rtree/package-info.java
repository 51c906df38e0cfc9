/** The R-tree after Guttman (1984) and the R*-tree after Beckmann et al. (1990). */
package org.flashgrove.indexes.rtree;
