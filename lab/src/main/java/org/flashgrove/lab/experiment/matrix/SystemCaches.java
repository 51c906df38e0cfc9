package org.flashgrove.lab.experiment.matrix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Drops the page cache of the operating system between runs on real devices. */
public final class SystemCaches {
  private static final Path SWITCH = Path.of("/proc/sys/vm/drop_caches");
  private static final String PAGES_AND_INODES = "3";

  private SystemCaches() {}

  /**
   * Throws an exception if this process cannot drop the page cache.
   *
   * @throws IllegalArgumentException if the operating system has no such function, or does not
   *     permit this process to use it
   */
  public static void requireDroppable() {
    if (!Files.isWritable(SWITCH)) {
      throw new IllegalArgumentException(
          "--drop-caches: "
              + SWITCH
              + " cannot be written; run as root on Linux, or use --device direct, which bypasses"
              + " the cache");
    }
  }

  /**
   * Drops all clean pages from the page cache. Stores sync when they are closed, so a closed store
   * has no dirty pages in the cache.
   */
  static void drop() {
    try {
      Files.writeString(SWITCH, PAGES_AND_INODES, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--drop-caches: " + SWITCH + ": " + e.getMessage() + "; run as root", e);
    }
  }
}
