package org.flashgrove.access.structure;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.jspecify.annotations.Nullable;

/**
 * Options of a bulk load of entries. An index of sealed blocks uses only the last two: it has an
 * order of its own ({@link StructureConfig#loadOrder}) and fills its blocks.
 *
 * @param order the order that a tree is packed in, one of {@link #orders}; null for the tree's
 *     default
 * @param fill how full nodes are made, as a share of their capacity, above 0 and at most 1
 * @param curve the curve of the order {@code hilbert}, if the extent of the entries is known; null:
 *     the loader finds the extent in one more pass
 * @param progress receives the number of entries written so far, from time to time
 * @param sortMemoryBytes memory for sorting, off heap, {@value #LEAST_SORT_MEMORY} to {@value
 *     #MOST_SORT_MEMORY}
 * @param spillDirectory where the loader makes a file for entries beyond that memory; it removes
 *     the file
 */
public record LoadOptions(
    @Nullable String order,
    double fill,
    @Nullable HilbertCurve curve,
    LongConsumer progress,
    int sortMemoryBytes,
    Path spillDirectory) {
  /** Least memory for sorting, in bytes. */
  public static final int LEAST_SORT_MEMORY = BulkConfig.LEAST_SORT_MEMORY;

  /** Most memory for sorting, in bytes. */
  public static final int MOST_SORT_MEMORY = BulkConfig.MOST_SORT_MEMORY;

  /**
   * Checks the options.
   *
   * @throws SpecException naming what is allowed
   */
  public LoadOptions {
    BulkOrder checked = order == null ? BulkOrder.STR : BulkOrder.of(order);
    new BulkConfig(checked, spillDirectory).withFill(fill).withSortMemory(sortMemoryBytes);
  }

  /** Creates the defaults: the index's order, full nodes, no listener. */
  public LoadOptions(int sortMemoryBytes, Path spillDirectory) {
    this(null, 1, null, written -> {}, sortMemoryBytes, spillDirectory);
  }

  /** Returns a copy that reports progress to a listener. */
  public LoadOptions withProgress(LongConsumer listener) {
    return new LoadOptions(order, fill, curve, listener, sortMemoryBytes, spillDirectory);
  }

  /** Returns the words of all orders. No tree can be packed in all of them. */
  public static List<String> orders() {
    return Arrays.stream(BulkOrder.values()).map(BulkOrder::word).toList();
  }

  /** Returns the default memory for sorting on this JVM, in bytes. */
  public static int defaultSortMemory() {
    return BulkConfig.defaultSortMemory();
  }

  /** Returns how a tree is loaded whose first possible order is given. */
  BulkConfig config(BulkOrder first) {
    return new BulkConfig(order == null ? first : BulkOrder.of(order), spillDirectory)
        .withFill(fill)
        .withSortMemory(sortMemoryBytes)
        .withCurve(curve)
        .withProgress((written, total) -> progress.accept(written));
  }
}
