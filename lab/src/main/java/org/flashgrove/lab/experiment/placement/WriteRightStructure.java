package org.flashgrove.lab.experiment.placement;

import java.util.Locale;

/** Structures of the preset {@code write-right}. */
enum WriteRightStructure {
  GROVE("Grove", "grove:", true),
  LEVELED("LSM leveled", "lsm:policy=leveled,", true),
  BINOMIAL("LSM binomial", "lsm:policy=binomial,", true),
  RSTAR("R*-tree", "none", false),
  HOME("R*-tree in place", "none", false),
  EFIND("R*-tree, eFIND", "efind", false),
  FAST("R*-tree, FAST", "fast", false);

  private static final int POINTS_PER_KIBIBYTE = 400;
  private static final int LEAST_MEMORY = 128;
  private static final int LOG_PER_MEMORY = 2;
  private static final int UNIT_BLOCKS = 4;
  private static final int LEAST_BLOCK_PAGES = 8;

  private final String label;

  /** Start of the index's spec, or name of the buffer of a tree. */
  private final String spec;

  private final boolean isOfBlocks;

  WriteRightStructure(String label, String spec, boolean isOfBlocks) {
    this.label = label;
    this.spec = spec;
    this.isOfBlocks = isOfBlocks;
  }

  String label() {
    return label;
  }

  /** Returns whether the structure writes blocks once and frees each block as a whole. */
  boolean isOfBlocks() {
    return isOfBlocks;
  }

  /** Returns whether a changed page replaces its old version in place. */
  boolean isInPlace() {
    return this == HOME;
  }

  private static long kibibytes(long points) {
    return Math.max(LEAST_MEMORY, points / POINTS_PER_KIBIBYTE);
  }

  /**
   * Returns the spec of the index. The memory is in proportion to the number of points. A unit has
   * the size of four blocks, or fewer if it is small.
   */
  String index(long points, int unitPages) {
    if (!isOfBlocks) {
      return "rstar";
    }
    return String.format(
        Locale.ROOT,
        "%sdomain=0/0/1000/1000,block=%d,memory=%dK",
        spec,
        Math.max(LEAST_BLOCK_PAGES, unitPages / UNIT_BLOCKS) * ReplacementRun.PAGE_BYTES,
        kibibytes(points));
  }

  /** Returns the spec of the buffer. The log may grow to twice the memory. */
  String flash(long points) {
    long size = kibibytes(points);
    return isOfBlocks
        ? String.format(Locale.ROOT, "none:log=%dK", LOG_PER_MEMORY * size)
        : String.format(Locale.ROOT, "%s:buffer=%dK,log=%dK", spec, size, LOG_PER_MEMORY * size);
  }
}
