package org.flashgrove.access.scan;

import java.util.Objects;
import org.flashgrove.core.index.QueryWatch;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a scan.
 *
 * @param path the access path
 * @param index name of the index, or null for the first one that fits the query
 * @param ridMemoryBytes memory for RIDs in bytes, at least {@link #LEAST_RID_MEMORY}. Further RIDs
 *     are spilled to pages of at most a sixth of this size.
 * @param windowPages number of record pages that a full scan or a sorted index scan requests
 *     together, 1 to 1,024. The setting {@code depth} of the device limits the number of pages that
 *     it reads in parallel.
 * @param spill supplies temporary pages for RIDs that do not fit in memory
 * @param watch ends a scan on a timeout or a cancellation; null for none
 */
public record ScanConfig(
    AccessPath path,
    @Nullable String index,
    long ridMemoryBytes,
    int windowPages,
    SpillPages spill,
    @Nullable QueryWatch watch) {
  /** Minimum memory for RIDs, in bytes. */
  public static final int LEAST_RID_MEMORY = 4 << 10;

  /** Maximum memory for RIDs, in bytes. */
  public static final long MOST_RID_MEMORY = 1L << 30;

  private static final int MOST_WINDOW_PAGES = 1 << 10;
  private static final int USUAL_WINDOW_PAGES = 64;
  private static final long USUAL_RID_MEMORY = 1L << 20;

  /**
   * Throws an {@link IllegalArgumentException} if {@code ridMemoryBytes} or {@code windowPages} is
   * out of range.
   */
  public ScanConfig {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(spill, "spill");
    if (ridMemoryBytes < LEAST_RID_MEMORY || ridMemoryBytes > MOST_RID_MEMORY) {
      throw new IllegalArgumentException(
          "memory of "
              + ridMemoryBytes
              + " bytes for RIDs (allowed: "
              + LEAST_RID_MEMORY
              + " to "
              + MOST_RID_MEMORY
              + ")");
    }
    if (windowPages < 1 || windowPages > MOST_WINDOW_PAGES) {
      throw new IllegalArgumentException(
          "windowPages = " + windowPages + " (allowed: 1 to " + MOST_WINDOW_PAGES + ")");
    }
  }

  /**
   * Returns the default settings of a path: the first index that fits, 1 MiB for RIDs, and windows
   * of 64 pages.
   */
  public static ScanConfig of(AccessPath path) {
    return new ScanConfig(
        path, null, USUAL_RID_MEMORY, USUAL_WINDOW_PAGES, SpillPages.inTemporaryDirectory(), null);
  }

  /** Returns a copy with another access path. */
  public ScanConfig with(AccessPath other) {
    return new ScanConfig(other, index, ridMemoryBytes, windowPages, spill, watch);
  }

  /** Returns a copy that uses the index with this name. */
  public ScanConfig withIndex(String name) {
    return new ScanConfig(path, name, ridMemoryBytes, windowPages, spill, watch);
  }

  /** Returns a copy with another memory size for RIDs, in bytes. */
  public ScanConfig withRidMemory(long bytes) {
    return new ScanConfig(path, index, bytes, windowPages, spill, watch);
  }

  /** Returns a copy with another window size, in pages. */
  public ScanConfig withWindow(int pages) {
    return new ScanConfig(path, index, ridMemoryBytes, pages, spill, watch);
  }

  /** Returns a copy with another watch, which ends scans early; null for none. */
  public ScanConfig watchedBy(@Nullable QueryWatch other) {
    return new ScanConfig(path, index, ridMemoryBytes, windowPages, spill, other);
  }

  /** Returns a copy with another supplier of temporary pages for RIDs. */
  public ScanConfig withSpill(SpillPages pages) {
    return new ScanConfig(path, index, ridMemoryBytes, windowPages, pages, watch);
  }
}
