package org.flashgrove.indexes.check;

import java.util.List;

/**
 * Result of a check.
 *
 * @param ok whether there was no problem
 * @param nodes nodes reached and read
 * @param internalNodes those above the leaves
 * @param leafNodes those of level 0
 * @param entries entries in leaves reached
 * @param problemCount number of problems, those not listed included
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
