package org.flashgrove.efind;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counters for those terms of the cost functions in Carniel's thesis (2019, equations 6.1 to 6.13)
 * that are not counted elsewhere. The letter in a counter's comment is its symbol in the thesis.
 */
final class EfindCosts {
  /**
   * Number of nodes whose retrieval needed only the write buffer (H in equation 6.1 of Carniel's
   * thesis, first case).
   */
  long retrievalsOfNewNodes;

  /**
   * Number of merges of a stored page with its buffered modifications (M in Carniel's thesis). A
   * merge is needed if no merged image is cached.
   */
  long merges;

  /**
   * Number of stored entries plus modified entries that all merges visited (n + m in Carniel's
   * thesis).
   */
  long mergedEntries;

  /** Number of times that the cached image of a node was returned, so that no merge was needed. */
  long reusedImages;

  /**
   * Number of changes put into the write buffer (T in equation 6.2 of Carniel's thesis, second
   * case).
   */
  long modifications;

  /**
   * Number of nodes whose modifications were freed (F in equations 6.2 and 6.12 of Carniel's
   * thesis).
   */
  long freedNodes;

  /** Number of candidate nodes that flushes collected (A in equation 6.10 of Carniel's thesis). */
  long collectedNodes;

  /**
   * Number of differences between node ids that write control computed to compare candidates of
   * flushes with recent writes (n * m in equation 6.8 of Carniel's thesis).
   */
  long comparedIdentifiers;

  /** Number of nodes that flushes sorted by id (S in equation 6.10 of Carniel's thesis). */
  long sortedNodes;

  /**
   * Number of flushing units whose degree was computed (T in equation 6.10 of Carniel's thesis).
   * The flushing policy selects the unit with the greatest degree.
   */
  long comparedUnits;

  /**
   * Number of flushes for which write control, which filters candidates by recent writes, selected
   * only candidates whose ids are almost adjacent to recently written ids.
   */
  long sequentialPicks;

  /**
   * Number of flushes for which write control, which filters candidates by recent writes, selected
   * only candidates whose ids are distant from recently written ids.
   */
  long stridePicks;

  /**
   * Number of flushes for which write control, which filters candidates by recent writes, selected
   * two kinds: ids almost adjacent to recently written ids, and ids distant from them.
   */
  long mixedPicks;

  /**
   * Number of flushes for which write control, which filters candidates by recent writes, selected
   * all candidates. It does so if the almost adjacent and the distant candidates together do not
   * fill a flushing unit.
   */
  long filledPicks;

  /**
   * Number of cached nodes whose images a flush replaced by the written images (U + B in equation
   * 6.9 of Carniel's thesis, first case).
   */
  long refreshedNodes;

  /**
   * Number of written nodes that were put into the read buffer because RQ contained them (H + B in
   * equation 6.9 of Carniel's thesis, second case). RQ is the queue of recently read nodes.
   */
  long forcedNodes;

  /** Returns all counters by name. */
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
