package org.flashgrove.jmh.bench;

import java.util.List;
import org.flashgrove.jmh.bench.measure.Answers;
import org.flashgrove.jmh.bench.measure.Measurement;

/**
 * Result of one measuring process.
 *
 * @param description of the peer
 * @param measurements rows
 * @param answers of all sets of queries
 * @param notes what a reader has to know
 */
record CourseResult(
    String description,
    List<Measurement> measurements,
    List<Answers> answers,
    List<String> notes) {}
