package org.flashgrove.lsm;

import java.util.List;

/**
 * Result of a check.
 *
 * @param ok whether there was no problem
 * @param components components read
 * @param blocks blocks read
 * @param pages pages read, footers not included
 * @param problemCount number of problems, those not listed included
 * @param problems the first problems, one line each
 */
public record LsmReport(
    boolean ok,
    int components,
    long blocks,
    long pages,
    long problemCount,
    List<String> problems) {}
