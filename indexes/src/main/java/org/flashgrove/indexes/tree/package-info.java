/**
 * Parts that all spatial trees share. {@link org.flashgrove.indexes.tree.SpatialTree} turns a
 * {@link org.flashgrove.indexes.tree.TreeAlgorithm} over a node store into a spatial index.
 */
package org.flashgrove.indexes.tree;
