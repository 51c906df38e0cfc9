/** Statistics of a tree's structure: nodes, fill, coverage, overlap and dead space. */
package org.flashgrove.indexes.structure;
