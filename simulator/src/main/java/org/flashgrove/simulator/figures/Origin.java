package org.flashgrove.simulator.figures;

import java.util.Locale;

/**
 * Why a page is read or programmed. Host origins come with a request, the others from within the
 * device. Every flash operation carries exactly one, so the counts by origin add up to the chip's.
 */
public enum Origin {
  /** Leaf nodes of an index. */
  LEAF(true),
  /** Internal nodes of an index. */
  INTERNAL(true),
  /** Index pages whose level is not known, or of several levels in one page of the device. */
  INDEX(true),
  /** The log of a store. */
  LOG(true),
  /** Page map, catalog and superblock of a store. */
  MAP(true),
  /** Records of a heap file. */
  HEAP(true),
  /** Runs and partitions of sorts. */
  TEMP(true),
  /** Requests whose content is unknown, such as those of traces. */
  HOST(true),
  /** Writes that bring a device into its steady state before anything is measured. */
  PRECONDITION(true),
  /** The translation layer's own pages: mapping pages, journals. */
  FTL_MAP(false),
  /** Garbage collection and merges of log blocks. */
  GC(false),
  /** Static wear levelling. */
  WEAR(false),
  /** Moving pages out of failing blocks and off disturbed or aged ones. */
  REFRESH(false),
  /** Scanning out-of-band areas after a power loss. */
  RECOVERY(false);

  /** Number of origins. */
  public static final int COUNT = values().length;

  private final boolean host;

  Origin(boolean host) {
    this.host = host;
  }

  /** Returns whether requests carry this origin. */
  public boolean isHost() {
    return host;
  }

  /** Returns the name in figures: lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
