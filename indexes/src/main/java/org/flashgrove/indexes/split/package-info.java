/**
 * Splits of overflowing nodes: Guttman's linear, quadratic and exponential splits (1984), Greene's
 * (1989), the R*-tree's (1990), and Ang and Tan's (1997).
 */
package org.flashgrove.indexes.split;
