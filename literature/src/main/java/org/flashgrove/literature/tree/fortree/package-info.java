/**
 * The FOR-tree (Jin, Xie, Wang and Yue, 2015): an R-tree whose full nodes continue in overflow
 * nodes instead of being split.
 */
package org.flashgrove.literature.tree.fortree;
