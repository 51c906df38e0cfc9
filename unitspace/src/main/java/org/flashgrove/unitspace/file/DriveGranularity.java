package org.flashgrove.unitspace.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Granularity of the drive of a directory: the larger of its discard granularity and its optimal
 * size of a request, as Linux states them. A drive that erases or discards in large steps states
 * this step. Most drives state 4 KiB or less, which says nothing about their erase units.
 */
final class DriveGranularity {
  private static final Path DEVICES = Path.of("/sys/dev/block");

  private DriveGranularity() {}

  /** Returns the granularity in bytes, or 0 if it is unknown. */
  static long of(Path directory) {
    try {
      return of(DEVICES, (Long) Files.getAttribute(directory, "unix:dev"));
    } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
      return 0; // not Linux, or a file system without a drive
    }
  }

  /**
   * Returns the granularity of a device in bytes, or 0 if it is unknown.
   *
   * @param devices directory with a link for each block device
   * @param number number of the device, as {@code stat} returns it
   */
  static long of(Path devices, long number) throws IOException {
    long major = number >> 8 & 0xFFF | number >> 32 & ~0xFFFL;
    long minor = number & 0xFF | number >> 12 & 0xFFFFFF00L;
    Path device = devices.resolve(major + ":" + minor).toRealPath();
    Path queue = device.resolve("queue");
    if (!Files.exists(queue)) {
      queue = device.resolveSibling("queue"); // the device is a partition
    }
    return Math.max(number(queue, "discard_granularity"), number(queue, "optimal_io_size"));
  }

  private static long number(Path queue, String name) throws IOException {
    return Long.parseLong(Files.readString(queue.resolve(name)).trim());
  }
}
