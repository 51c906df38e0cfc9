package org.flashgrove.grove;

import java.util.List;

/**
 * Result of a check.
 *
 * @param ok whether there was no problem
 * @param blocks blocks read
 * @param pages pages read, footers not included
 * @param storedEntries entries on them, those gone included
 * @param lostDeletions buffered deletions that no entry in a block equals: possible after blind
 *     deletions only
 * @param problemCount number of problems, those not listed included
 * @param problems the first problems, one line each
 */
public record GroveReport(
    boolean ok,
    long blocks,
    long pages,
    long storedEntries,
    long lostDeletions,
    long problemCount,
    List<String> problems) {}
