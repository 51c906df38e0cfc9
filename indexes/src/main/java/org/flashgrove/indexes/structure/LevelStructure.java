package org.flashgrove.indexes.structure;

/**
 * Figures of one level of a tree.
 *
 * @param level 0 for leaves
 * @param nodes number of nodes
 * @param entries number of entries in them
 * @param averageFill entries by the room for entries, 0 to 1
 * @param coverageArea sum of the areas of the nodes' bounds, in square units of the coordinates; 0
 *     without bounds
 * @param overlapArea sum, over the nodes, of the areas that two entries of the same node share,
 *     each pair counted once (FESTIval counts it twice); 0 without bounds
 */
public record LevelStructure(
    int level,
    long nodes,
    long entries,
    double averageFill,
    double coverageArea,
    double overlapArea) {}
