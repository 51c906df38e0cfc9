/**
 * Splits of overflowing nodes: Guttman's linear, quadratic and exponential splits (1984), and the
 * splits of Greene (1989), of the R*-tree (1990), and of Ang and Tan (1997).
 */
package org.flashgrove.indexes.split;
