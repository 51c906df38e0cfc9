package org.flashgrove.indexes.check;

import java.util.List;

/**
 * Result of a structural check.
 *
 * @param ok whether no problem was found
 * @param nodes number of nodes read
 * @param internalNodes number of internal nodes
 * @param leafNodes number of leaves
 * @param entries number of entries in leaves
 * @param problemCount number of problems, including unlisted ones
 * @param problems the first problems, one line each
 */
public record CheckReport(
    boolean ok,
    long nodes,
    long internalNodes,
    long leafNodes,
    long entries,
    long problemCount,
    List<String> problems) {}
