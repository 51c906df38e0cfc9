package org.flashgrove.efind;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counters for the terms of the cost functions in Carniel's thesis (2019, equations 6.1 to 6.13)
 * that are not counted elsewhere.
 */
final class EfindCosts {
  /** Number of nodes retrieved from the write buffer alone, H (equation 6.1, first case). */
  long retrievalsOfNewNodes;

  /**
   * Number of merges of a stored page with modifications, M. They were needed because no image was
   * cached.
   */
  long merges;

  /** Number of entries that merges visited, n + m. */
  long mergedEntries;

  /**
   * Number of times that an image of an earlier merge was used again or changed in place, instead
   * of a new merge.
   */
  long reusedImages;

  /** Number of changes put into the write buffer, T (equation 6.2, second case). */
  long modifications;

  /** Number of nodes whose modifications were freed, F (equations 6.2 and 6.12). */
  long freedNodes;

  /** Number of candidate nodes that flushes collected, A (equation 6.10). */
  long collectedNodes;

  /** Number of distances that write control computed, n * m (equation 6.8). */
  long comparedIdentifiers;

  /** Number of nodes that flushes sorted by id, S (equation 6.10). */
  long sortedNodes;

  /** Number of flushing units whose degree was computed, T (equation 6.10). */
  long comparedUnits;

  /** Number of runs of write control that selected sequential or almost sequential nodes. */
  long sequentialPicks;

  /** Number of runs of write control that selected distant nodes. */
  long stridePicks;

  /** Number of runs of write control that selected both kinds of nodes. */
  long mixedPicks;

  /**
   * Number of runs of write control that found too few nodes of either kind for a unit, and
   * therefore kept all nodes.
   */
  long filledPicks;

  /** Number of cached nodes whose images a flush refreshed, U + B (equation 6.9, first case). */
  long refreshedNodes;

  /**
   * Number of nodes that read control put into the read buffer, H + B (equation 6.9, second case).
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
