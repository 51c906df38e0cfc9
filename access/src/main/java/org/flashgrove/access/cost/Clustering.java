package org.flashgrove.access.cost;

/**
 * How well the order of an index agrees with the order of pages, in two figures: a share of the
 * records stands in short runs of neighbouring keys anywhere among as large a share of the pages;
 * the others are in the order of keys. ({@code randomShare} 1 and {@code runLength} 1: anywhere, as
 * Cardenas and Yao assume. 0: in order.)
 *
 * @param randomShare share of the records, and of the pages, 0 to 1
 * @param runLength neighbouring keys of a run, at least 1
 */
public record Clustering(double randomShare, double runLength) {
  /** Records anywhere. */
  public static final Clustering UNIFORM = new Clustering(1, 1);

  /** Checks the bounds. */
  public Clustering {
    if (!(randomShare >= 0 && randomShare <= 1)) {
      throw new IllegalArgumentException("randomShare = " + randomShare + " (allowed: 0 to 1)");
    }
    if (!(runLength >= 1)) {
      throw new IllegalArgumentException("runLength = " + runLength + " (allowed: at least 1)");
    }
  }
}
