/**
 * Splits of overflowing nodes, siblings behind one strategy: Guttman's linear, quadratic and
 * exponential ones (1984), Greene's (1989), the R*-tree's (1990), Ang and Tan's (1997).
 */
package org.flashgrove.indexes.split;
