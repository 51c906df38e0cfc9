/** R-tree of Guttman (1984) and R*-tree of Beckmann et al. (1990). */
package org.flashgrove.indexes.rtree;
