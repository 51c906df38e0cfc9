package org.flashgrove.efind;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counters for the terms of the thesis's cost functions (equations 6.1 to 6.13) that are not
 * counted elsewhere.
 */
final class EfindCosts {
  /** Nodes retrieved from the write buffer alone: H, equation 6.1, first case. */
  long retrievalsOfNewNodes;

  /** Merges of a stored page and modifications, M: no image was at hand. */
  long merges;

  /** Entries that merges looked at, n + m. */
  long mergedEntries;

  /** Images of merges that were used again or changed in place instead of a merge. */
  long reusedImages;

  /** Changes put into the write buffer, T: equation 6.2, second case. */
  long modifications;

  /** Number of nodes whose modifications were freed, F (equations 6.2 and 6.12). */
  long freedNodes;

  /** Nodes that flushes collected, A: equation 6.10. */
  long collectedNodes;

  /** Distances that the control of writes computed, n * m: equation 6.8. */
  long comparedIdentifiers;

  /** Nodes that flushes sorted by their ids, S: equation 6.10. */
  long sortedNodes;

  /** Number of flushing units whose degree was computed, T (equation 6.10). */
  long comparedUnits;

  /** Number of runs of write control that selected (almost) sequential nodes. */
  long sequentialPicks;

  /** Runs that picked distant nodes. */
  long stridePicks;

  /** Runs that picked both. */
  long mixedPicks;

  /** Number of runs that found too few nodes of either kind for a unit and kept all nodes. */
  long filledPicks;

  /** Cached nodes refreshed by a flush, U + B: equation 6.9, first case. */
  long refreshedNodes;

  /** Nodes that the control of reads put into the read buffer, H + B: second case. */
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
