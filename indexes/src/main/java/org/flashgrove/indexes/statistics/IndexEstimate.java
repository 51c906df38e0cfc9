package org.flashgrove.indexes.statistics;

/**
 * Estimated result of searching an index.
 *
 * @param entries number of entries that the search finds
 * @param pages number of index pages that the search reads
 */
public record IndexEstimate(double entries, double pages) {
  /** Returns the sum of this estimate and another one. */
  public IndexEstimate plus(IndexEstimate other) {
    return new IndexEstimate(entries + other.entries, pages + other.pages);
  }
}
