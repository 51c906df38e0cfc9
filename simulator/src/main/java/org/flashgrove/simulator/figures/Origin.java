package org.flashgrove.simulator.figures;

import java.util.Locale;

/**
 * Reason for reading or programming a page. A request has a host origin; all other origins arise
 * within the device. Every flash operation has exactly one origin, so counts by origin add up to
 * the chip's counts.
 */
public enum Origin {
  /** Leaf nodes of an index. */
  LEAF(true),
  /** Internal nodes of an index. */
  INTERNAL(true),
  /** Index pages of unknown level, or a device page that contains several levels. */
  INDEX(true),
  /** The log of a store. */
  LOG(true),
  /** Page map, catalog and superblock of a store. */
  MAP(true),
  /** Records of a heap file. */
  HEAP(true),
  /** Runs and partitions of external sorts. */
  TEMP(true),
  /** Requests with unknown content, such as those of traces. */
  HOST(true),
  /** Writes that bring a device into its steady state before anything is measured. */
  PRECONDITION(true),
  /** The translation layer's own pages: mapping pages, journals. */
  FTL_MAP(false),
  /** Garbage collection and merges of log blocks. */
  GC(false),
  /** Static wear levelling. */
  WEAR(false),
  /** Moves of pages out of failing blocks, and of pages that suffer from read disturb or age. */
  REFRESH(false),
  /** Scanning out-of-band areas after a power loss. */
  RECOVERY(false),
  /** Blocks that an index soon replaces, such as those of level 0. Only on devices with units. */
  COMPONENT_UPPER(true),
  /** Blocks of deeper levels of an index. Only on devices with units. */
  COMPONENT_LOWER(true);

  /** Number of origins. */
  public static final int COUNT = values().length;

  private final boolean host;

  Origin(boolean host) {
    this.host = host;
  }

  /** Returns whether this is an origin of host requests. */
  public boolean isHost() {
    return host;
  }

  /** Returns the name in lower case, as in statistics. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
