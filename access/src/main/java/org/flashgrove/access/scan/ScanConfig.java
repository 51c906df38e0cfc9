package org.flashgrove.access.scan;

import java.util.Objects;
import org.flashgrove.core.index.QueryWatch;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a scan: how it fetches records.
 *
 * @param path the access path
 * @param index name of the index, or null for the first that fits the query
 * @param ridMemoryBytes memory for RIDs: {@link #LEAST_RID_MEMORY} bytes or more; those beyond it
 *     are spilled, to pages of at most a sixth of it
 * @param windowPages pages of records asked of the device together, by the full scan and the sorted
 *     index scan: 1 to 1,024; how many are under way at a time is the device's {@code depth}
 * @param spill where RIDs go that memory has no room for
 * @param watch ends a scan early, or null
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

  /** Checks the ranges given above. */
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

  /** A path by the first index that fits, 1 MiB for RIDs, windows of 64 pages. */
  public static ScanConfig of(AccessPath path) {
    return new ScanConfig(
        path, null, USUAL_RID_MEMORY, USUAL_WINDOW_PAGES, SpillPages.inTemporaryDirectory(), null);
  }

  /** Returns these settings with another access path. */
  public ScanConfig with(AccessPath other) {
    return new ScanConfig(other, index, ridMemoryBytes, windowPages, spill, watch);
  }

  /** Returns these settings with the named index. */
  public ScanConfig withIndex(String name) {
    return new ScanConfig(path, name, ridMemoryBytes, windowPages, spill, watch);
  }

  /** Returns a copy with other memory for RIDs. */
  public ScanConfig withRidMemory(long bytes) {
    return new ScanConfig(path, index, bytes, windowPages, spill, watch);
  }

  /** Returns a copy with other windows. */
  public ScanConfig withWindow(int pages) {
    return new ScanConfig(path, index, ridMemoryBytes, pages, spill, watch);
  }

  /** Returns a copy whose scans a watch may end early; null for none. */
  public ScanConfig watchedBy(@Nullable QueryWatch other) {
    return new ScanConfig(path, index, ridMemoryBytes, windowPages, spill, other);
  }

  /** Returns a copy with other room for RIDs that are spilled. */
  public ScanConfig withSpill(SpillPages pages) {
    return new ScanConfig(path, index, ridMemoryBytes, windowPages, pages, watch);
  }
}
