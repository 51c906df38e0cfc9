package org.flashgrove.jmh.bench;

import java.util.List;
import org.flashgrove.jmh.bench.measure.Answers;
import org.flashgrove.jmh.bench.measure.Measurement;

/**
 * Result of a measuring process.
 *
 * @param description description of the peer
 * @param measurements measured rows
 * @param answers answers to all sets of queries
 * @param notes notes for readers of the results
 */
record CourseResult(
    String description,
    List<Measurement> measurements,
    List<Answers> answers,
    List<String> notes) {}
