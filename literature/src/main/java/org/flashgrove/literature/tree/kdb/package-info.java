/** The K-D-B-tree, a region tree whose leaves are cut at medians. */
package org.flashgrove.literature.tree.kdb;
