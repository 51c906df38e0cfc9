/** The K-D-B-tree: regions that partition the space, cut at medians. */
package org.flashgrove.literature.tree.kdb;
