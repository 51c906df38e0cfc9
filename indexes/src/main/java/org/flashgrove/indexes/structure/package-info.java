/** A tree's structure: nodes, fill, coverage, overlap and dead space, and where its nodes lie. */
package org.flashgrove.indexes.structure;
