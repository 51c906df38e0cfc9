package org.flashgrove.datasets;

import java.util.Optional;

/** Sink that counts entries and computes their common bounding rectangle. */
public final class ExtentAccumulator implements EntrySink {
  private long entryCount;
  private double minX = Double.POSITIVE_INFINITY;
  private double minY = Double.POSITIVE_INFINITY;
  private double maxX = Double.NEGATIVE_INFINITY;
  private double maxY = Double.NEGATIVE_INFINITY;

  @Override
  public void accept(long id, double minX, double minY, double maxX, double maxY) {
    entryCount++;
    this.minX = Math.min(this.minX, minX);
    this.minY = Math.min(this.minY, minY);
    this.maxX = Math.max(this.maxX, maxX);
    this.maxY = Math.max(this.maxY, maxY);
  }

  /** Returns the number of entries received. */
  public long entryCount() {
    return entryCount;
  }

  /** Returns the bounding rectangle of all entries, or empty if there are no entries. */
  public Optional<Extent> extent() {
    return entryCount == 0 ? Optional.empty() : Optional.of(new Extent(minX, minY, maxX, maxY));
  }
}
