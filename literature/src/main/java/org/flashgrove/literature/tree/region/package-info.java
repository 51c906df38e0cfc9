/**
 * Point trees whose nodes' regions partition the space, such as the K-D-B-tree and the grid file.
 * They differ in the split rule of leaves ({@link PointCut}).
 */
package org.flashgrove.literature.tree.region;
