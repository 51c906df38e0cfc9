package org.flashgrove.jmh.bench.phase;

import java.util.List;
import org.flashgrove.jmh.bench.data.Content;

/**
 * What a peer answered a set of queries.
 *
 * @param name the same for all peers
 * @param content what the index held; null if it changed meanwhile
 * @param percent size of the windows; 0 for neighbours
 * @param turn which windows of that size they were
 * @param sample number of results and checksum of each of the first queries
 * @param results how many results all queries had
 * @param checksum of all queries
 */
public record Answers(
    String name,
    Content content,
    double percent,
    int turn,
    List<long[]> sample,
    long results,
    long checksum) {}
