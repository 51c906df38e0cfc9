package org.flashgrove.jmh.bench.measure;

import java.util.List;
import org.flashgrove.jmh.bench.data.Content;

/**
 * Answers of a peer to a set of queries.
 *
 * @param name the same for all peers
 * @param content what the index held; null if it changed meanwhile
 * @param limit how many neighbours were asked for; 0 of windows
 * @param queries the first ones: four coordinates of each window, two of each point
 * @param sample number of results and checksum of each of the first queries
 * @param results how many results all queries had
 * @param checksum of all queries
 */
public record Answers(
    String name,
    Content content,
    int limit,
    double[] queries,
    List<long[]> sample,
    long results,
    long checksum) {}
