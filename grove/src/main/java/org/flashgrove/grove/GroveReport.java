package org.flashgrove.grove;

import java.util.List;

/**
 * Result of a check.
 *
 * @param ok whether there was no problem
 * @param blocks number of blocks read
 * @param pages number of pages read, without footers
 * @param storedEntries number of entries on these pages, including entries that a buffered deletion
 *     removes
 * @param lostDeletions number of buffered deletions that match no entry in blocks; possible only
 *     after blind deletions, which do not search for their entry
 * @param problemCount number of all problems
 * @param problems descriptions of the first problems
 */
public record GroveReport(
    boolean ok,
    long blocks,
    long pages,
    long storedEntries,
    long lostDeletions,
    long problemCount,
    List<String> problems) {}
