package org.flashgrove.lab.experiment.matrix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The page cache of the operating system, between the runs on real devices. */
public final class SystemCaches {
  private static final Path SWITCH = Path.of("/proc/sys/vm/drop_caches");
  private static final String PAGES_AND_INODES = "3";

  private SystemCaches() {}

  /**
   * Refuses a system whose caches cannot be dropped.
   *
   * @throws IllegalArgumentException if this process may not do it, or the system has no way
   */
  public static void requireDroppable() {
    if (!Files.isWritable(SWITCH)) {
      throw new IllegalArgumentException(
          "--drop-caches: "
              + SWITCH
              + " cannot be written (allowed: on Linux as root; or --device direct, which goes past"
              + " the cache)");
    }
  }

  /** Drops clean pages; dirty ones of closed stores were synced by the stores. */
  static void drop() {
    try {
      Files.writeString(SWITCH, PAGES_AND_INODES, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--drop-caches: " + SWITCH + ": " + e.getMessage() + " (allowed: as root)", e);
    }
  }
}
