/**
 * Point trees whose nodes' regions partition the space: half-open boxes, disjoint and covering, as
 * the K-D-B-tree and the grid file keep them. What differs between those is where a full leaf is
 * cut: a {@link org.flashgrove.literature.tree.region.PointCut}.
 */
package org.flashgrove.literature.tree.region;
