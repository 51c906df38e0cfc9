/** Figures of a tree's structure: nodes, fill, coverage and overlap by level. */
package org.flashgrove.indexes.structure;
