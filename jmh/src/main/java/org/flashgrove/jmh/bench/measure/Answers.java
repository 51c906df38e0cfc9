package org.flashgrove.jmh.bench.measure;

import java.util.List;
import org.flashgrove.jmh.bench.data.Content;

/**
 * Answers of a peer (library in the benchmark) to a set of queries.
 *
 * @param name name of the set, the same for all peers
 * @param content content of the index, or null if it changed during the queries
 * @param limit number of neighbours requested; 0 for window queries
 * @param queries the first queries: four coordinates of each window, or two of each point
 * @param sample result count and checksum of each of the first queries
 * @param results number of results of all queries together
 * @param checksum sum of the checksums of all queries
 */
public record Answers(
    String name,
    Content content,
    int limit,
    double[] queries,
    List<long[]> sample,
    long results,
    long checksum) {}
