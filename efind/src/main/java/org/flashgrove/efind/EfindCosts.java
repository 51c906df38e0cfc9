package org.flashgrove.efind;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counters for the terms of the cost functions in Carniel's thesis (2019, equations 6.1 to 6.13)
 * that are not counted elsewhere.
 */
final class EfindCosts {
  /**
   * Number of nodes retrieved from the write buffer alone, H (thesis, equation 6.1, first case).
   */
  long retrievalsOfNewNodes;

  /**
   * Number of merges of a stored page with modifications, M. A merge is needed if no merged image
   * is cached.
   */
  long merges;

  /** Number of entries that merges visited, n + m. */
  long mergedEntries;

  /**
   * Number of times that the image of an earlier merge was reused or changed in place, so that no
   * new merge was needed.
   */
  long reusedImages;

  /** Number of changes put into the write buffer, T (thesis, equation 6.2, second case). */
  long modifications;

  /** Number of nodes whose modifications were freed, F (thesis, equations 6.2 and 6.12). */
  long freedNodes;

  /** Number of candidate nodes that flushes collected, A (thesis, equation 6.10). */
  long collectedNodes;

  /** Number of distances that write control computed, n * m (thesis, equation 6.8). */
  long comparedIdentifiers;

  /** Number of nodes that flushes sorted by id, S (thesis, equation 6.10). */
  long sortedNodes;

  /** Number of flushing units whose degree was computed, T (thesis, equation 6.10). */
  long comparedUnits;

  /**
   * Number of times that write control selected the sequential and almost sequential nodes for a
   * flush.
   */
  long sequentialPicks;

  /** Number of times that write control selected the distant nodes for a flush. */
  long stridePicks;

  /**
   * Number of times that write control selected both the almost sequential and the distant nodes
   * for a flush.
   */
  long mixedPicks;

  /**
   * Number of times that write control kept all candidates of a flush, because the almost
   * sequential and the distant nodes together did not fill a unit.
   */
  long filledPicks;

  /**
   * Number of cached nodes whose images a flush refreshed, U + B (thesis, equation 6.9, first
   * case).
   */
  long refreshedNodes;

  /**
   * Number of nodes that read control put into the read buffer, H + B (thesis, equation 6.9, second
   * case).
   */
  long forcedNodes;

  /** Returns the counts by name. */
  Map<String, Long> toMap() {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("newNodeRetrievals", retrievalsOfNewNodes);
    counts.put("merges", merges);
    counts.put("mergedEntries", mergedEntries);
    counts.put("reusedImages", reusedImages);
    counts.put("modifications", modifications);
    counts.put("freedNodes", freedNodes);
    counts.put("collectedNodes", collectedNodes);
    counts.put("comparedIdentifiers", comparedIdentifiers);
    counts.put("sortedNodes", sortedNodes);
    counts.put("comparedUnits", comparedUnits);
    counts.put("temporalSequential", sequentialPicks);
    counts.put("temporalStride", stridePicks);
    counts.put("temporalSeqStride", mixedPicks);
    counts.put("temporalFilled", filledPicks);
    counts.put("refreshedNodes", refreshedNodes);
    counts.put("forcedNodes", forcedNodes);
    return counts;
  }
}
