package org.flashgrove.lsm;

import java.util.List;

/**
 * Result of a check.
 *
 * @param ok whether no problem was found
 * @param components number of components read
 * @param blocks number of blocks read
 * @param pages number of pages read, without footers
 * @param problemCount number of problems, including unlisted ones
 * @param problems the first problems, one line each
 */
public record LsmReport(
    boolean ok,
    int components,
    long blocks,
    long pages,
    long problemCount,
    List<String> problems) {}
