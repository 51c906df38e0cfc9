package org.flashgrove.simulator.figures;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reason for programming a page. The host knows the causes of its requests; all other causes arise
 * within the device and belong to one {@link Origin} each.
 */
public enum Cause {
  /** A change by the user, or a request with unknown cause. */
  CHANGE(null),
  /** The host moves live pages out of a unit that it wants to reuse. */
  COLLECTION(null),
  /** Flushing or merging the components or blocks of an index. */
  MERGE(null),
  /** Writing a new log that replaces a longer log. */
  COMPACTION(null),
  /** Writing the page map, the catalog or a superblock. */
  CHECKPOINT(null),
  /** Writing pages without content, only to fill a zone or a unit. */
  PADDING(null),
  /**
   * The host changes only some bytes of a page that it wrote before, so it writes the whole page
   * again.
   */
  READ_MODIFY_WRITE(null),
  /** Writing pages of the translation layer itself, such as its map. */
  FTL_MAP(Origin.FTL_MAP),
  /** Garbage collection and merges of log blocks. */
  GC(Origin.GC),
  /** Garbage collection while the host sends no requests. */
  IDLE_GC(Origin.GC),
  /** Static wear levelling. */
  WEAR(Origin.WEAR),
  /** Moving pages out of failing blocks, and moving pages that suffer from read disturb or age. */
  REFRESH(Origin.REFRESH),
  /** Moving pages out of a cache with one bit per cell. */
  FOLD(Origin.GC),
  /** Recovery after a power loss. */
  RECOVERY(Origin.RECOVERY);

  /** Number of causes. */
  public static final int COUNT = values().length;

  private static final @Nullable Cause[] BY_ORIGIN = new Cause[Origin.COUNT];

  static {
    for (Cause cause : values()) {
      if (cause.origin != null && BY_ORIGIN[cause.origin.ordinal()] == null) {
        BY_ORIGIN[cause.origin.ordinal()] = cause;
      }
    }
  }

  private final @Nullable Origin origin;

  Cause(@Nullable Origin origin) {
    this.origin = origin;
  }

  /**
   * Returns the cause of operations with an origin of the device. {@link Origin#GC} stands for
   * several causes and gives {@link #GC}. Returns null for origins of the host.
   */
  public static @Nullable Cause of(Origin origin) {
    return BY_ORIGIN[origin.ordinal()];
  }

  /** Returns the origin that operations with this cause have, or null for a cause of the host. */
  @Nullable Origin origin() {
    return origin;
  }

  /** Returns whether requests of the host have this cause. */
  public boolean isHost() {
    return origin == null;
  }

  /** Returns the name in lower case, as in statistics. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
