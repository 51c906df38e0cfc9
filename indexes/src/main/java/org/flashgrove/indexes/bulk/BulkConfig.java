package org.flashgrove.indexes.bulk;

import java.nio.file.Path;
import java.util.Objects;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.spec.SpecException;

/**
 * Settings of a bulk load.
 *
 * @param order order in which entries are packed
 * @param fill target fill of nodes as a share of their capacity, above 0 and at most 1; no node
 *     gets fewer entries than the tree's minimum
 * @param sortMemoryBytes off-heap memory for sorting in bytes, {@link #LEAST_SORT_MEMORY} to {@link
 *     #MOST_SORT_MEMORY}; entries that exceed it go to a temporary file
 * @param spillDirectory directory of the temporary file, which is always removed
 * @param curve curve for Hilbert packing if the extent of the data is known in advance. If null,
 *     the load finds the extent itself. This requires another pass over entries in the temporary
 *     file. Ignored by trees with their own curve
 * @param progress receives reports of progress
 */
public record BulkConfig(
    BulkOrder order,
    double fill,
    int sortMemoryBytes,
    Path spillDirectory,
    HilbertCurve curve,
    BulkProgress progress) {
  private static final int UNIT = 1 << 12;

  /** Minimum memory for sorting in bytes. */
  public static final int LEAST_SORT_MEMORY = 1 << 18;

  /** Maximum memory for sorting in bytes. */
  public static final int MOST_SORT_MEMORY = 1 << 30;

  /**
   * Default memory for sorting in bytes. If the heap is small, {@link #defaultSortMemory} is less.
   */
  public static final int USUAL_SORT_MEMORY = 64 << 20;

  /**
   * Returns the default memory for sorting on this JVM in bytes. It is {@link #USUAL_SORT_MEMORY},
   * or an eighth of the maximum heap size if that is less. A JVM limits off-heap memory to the
   * maximum heap size.
   */
  public static int defaultSortMemory() {
    long part = Runtime.getRuntime().maxMemory() / 8 / UNIT * UNIT;
    return (int) Math.max(LEAST_SORT_MEMORY, Math.min(USUAL_SORT_MEMORY, part));
  }

  /** Throws a {@link SpecException} if {@code fill} or {@code sortMemoryBytes} is out of range. */
  public BulkConfig {
    Objects.requireNonNull(order, "order");
    Objects.requireNonNull(spillDirectory, "spillDirectory");
    Objects.requireNonNull(progress, "progress");
    if (!(fill > 0 && fill <= 1)) {
      throw new SpecException("fill factor " + fill + " (allowed: above 0, at most 1)");
    }
    if (sortMemoryBytes < LEAST_SORT_MEMORY || sortMemoryBytes > MOST_SORT_MEMORY) {
      throw new SpecException(
          "sort memory of "
              + sortMemoryBytes
              + " bytes (allowed: "
              + LEAST_SORT_MEMORY
              + " to "
              + MOST_SORT_MEMORY
              + ")");
    }
  }

  /**
   * Creates the default settings: full nodes, {@link #defaultSortMemory}, a curve through the
   * extent of the data, and no progress reports.
   */
  public BulkConfig(BulkOrder order, Path spillDirectory) {
    this(order, 1, defaultSortMemory(), spillDirectory, null, BulkProgress.NONE);
  }

  /** Returns a copy with another order. */
  public BulkConfig withOrder(BulkOrder newOrder) {
    return new BulkConfig(newOrder, fill, sortMemoryBytes, spillDirectory, curve, progress);
  }

  /** Returns a copy with another fill. */
  public BulkConfig withFill(double newFill) {
    return new BulkConfig(order, newFill, sortMemoryBytes, spillDirectory, curve, progress);
  }

  /** Returns a copy with another amount of memory for sorting, in bytes. */
  public BulkConfig withSortMemory(int bytes) {
    return new BulkConfig(order, fill, bytes, spillDirectory, curve, progress);
  }

  /** Returns a copy with a curve for Hilbert packing. */
  public BulkConfig withCurve(HilbertCurve newCurve) {
    return new BulkConfig(order, fill, sortMemoryBytes, spillDirectory, newCurve, progress);
  }

  /** Returns a copy that reports progress to the given listener. */
  public BulkConfig withProgress(BulkProgress newProgress) {
    return new BulkConfig(order, fill, sortMemoryBytes, spillDirectory, curve, newProgress);
  }
}
