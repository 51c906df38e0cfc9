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
 * Options of a bulk load of one index, or of all indices of a table. In a table, an index that does
 * not support the given order uses its own default order. An index of sealed blocks ignores order,
 * fill and curve, because it supports a single order ({@link StructureConfig#loadOrder}) and always
 * fills its blocks.
 *
 * @param order order in which a tree is packed, one of {@link #orders}; null for the tree's default
 * @param fill share of a node's capacity that is filled, above 0 and at most 1
 * @param curve Hilbert curve for the order {@code hilbert}, over the extent of the entries. If it
 *     is null, the load reads the entries once more to find their extent.
 * @param progress receives the number of entries written so far, from time to time. It must not
 *     throw: the load would fail, and the store could refuse all changes until it is reopened.
 * @param sortMemoryBytes memory for sorting, off heap, {@value #LEAST_SORT_MEMORY} to {@value
 *     #MOST_SORT_MEMORY}
 * @param spillDirectory directory of a temporary file for entries that do not fit the sort memory
 */
public record LoadOptions(
    @Nullable String order,
    double fill,
    @Nullable HilbertCurve curve,
    LongConsumer progress,
    int sortMemoryBytes,
    Path spillDirectory) {
  /** Minimum memory for sorting, in bytes. */
  public static final int LEAST_SORT_MEMORY = BulkConfig.LEAST_SORT_MEMORY;

  /** Maximum memory for sorting, in bytes. */
  public static final int MOST_SORT_MEMORY = BulkConfig.MOST_SORT_MEMORY;

  /**
   * Checks the options.
   *
   * @throws SpecException if an option is invalid; the message lists the allowed values
   */
  public LoadOptions {
    BulkOrder checked = order == null ? BulkOrder.STR : BulkOrder.of(order);
    new BulkConfig(checked, spillDirectory).withFill(fill).withSortMemory(sortMemoryBytes);
  }

  /**
   * Creates the default options: the index's default order, full nodes, and no progress reports.
   */
  public LoadOptions(int sortMemoryBytes, Path spillDirectory) {
    this(null, 1, null, written -> {}, sortMemoryBytes, spillDirectory);
  }

  /** Returns a copy that reports progress to a listener. */
  public LoadOptions withProgress(LongConsumer listener) {
    return new LoadOptions(order, fill, curve, listener, sortMemoryBytes, spillDirectory);
  }

  /** Returns a copy with another order and the curve of the order {@code hilbert}. */
  public LoadOptions withOrder(String newOrder, @Nullable HilbertCurve newCurve) {
    return new LoadOptions(newOrder, fill, newCurve, progress, sortMemoryBytes, spillDirectory);
  }

  /** Returns the names of all orders. Each tree supports only some of them. */
  public static List<String> orders() {
    return Arrays.stream(BulkOrder.values()).map(BulkOrder::word).toList();
  }

  /** Returns the default memory for sorting on this JVM, in bytes. */
  public static int defaultSortMemory() {
    return BulkConfig.defaultSortMemory();
  }

  /**
   * Returns these options as settings of a bulk load of a tree.
   *
   * @param first order to use if these options name none
   */
  public BulkConfig config(BulkOrder first) {
    return new BulkConfig(order == null ? first : BulkOrder.of(order), spillDirectory)
        .withFill(fill)
        .withSortMemory(sortMemoryBytes)
        .withCurve(curve)
        .withProgress((written, total) -> progress.accept(written));
  }
}
