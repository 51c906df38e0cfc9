/**
 * Point trees whose nodes' regions partition the space, such as the K-D-B-tree and the grid file.
 * They differ in where a full leaf is cut: a {@link
 * org.flashgrove.literature.tree.region.PointCut}.
 */
package org.flashgrove.literature.tree.region;
