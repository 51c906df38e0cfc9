package org.flashgrove.access.join;

import org.flashgrove.access.record.SkippedRecords;

/**
 * Cost of a run of a join so far.
 *
 * @param candidates number of pairs whose rectangles satisfy the test
 * @param leftRecords number of records of the left table that were read. A record counts several
 *     times if several units of work read it.
 * @param rightRecords number of records of the right table that were read
 * @param skipped pairs that no algorithm can evaluate; each pair is listed by its left object
 */
public record JoinFigures(
    long candidates, long leftRecords, long rightRecords, SkippedRecords skipped) {}
