/**
 * Point trees in which the regions of the nodes on a level partition the space, such as the
 * K-D-B-tree and the grid file. These trees differ in the rule that splits leaves ({@link
 * PointCut}).
 */
package org.flashgrove.literature.tree.region;
