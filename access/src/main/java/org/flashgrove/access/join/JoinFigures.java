package org.flashgrove.access.join;

import org.flashgrove.access.record.SkippedRecords;

/**
 * Cost of a run of a join so far.
 *
 * @param candidates pairs of entries whose rectangles passed the filter
 * @param leftRecords records of the left table that were read; a record may be read for several
 *     parts of the work
 * @param rightRecords records of the right table that were read
 * @param skipped pairs that no algorithm can evaluate; each names the left object
 */
public record JoinFigures(
    long candidates, long leftRecords, long rightRecords, SkippedRecords skipped) {}
