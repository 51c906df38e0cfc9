package org.flashgrove.datasets.osm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.datasets.InputException;

/**
 * Work that a file may ask for, in proportion to its size: packed bytes, and ways that many
 * relations share, ask for far more work than they are long.
 */
final class WorkBudget {
  private static final long LEAST = 1L << 27;
  private static final long A_BYTE = 2_000;

  private final String name;
  private long left;

  WorkBudget(Path file, String name) {
    this.name = name;
    try {
      left = LEAST + A_BYTE * Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be opened", e);
    }
  }

  /**
   * Takes work off.
   *
   * @param bytes about as much work as unpacking so many bytes
   * @throws InputException if the file asks for more than it may
   */
  void charge(long bytes) {
    left -= bytes;
    if (left < 0) {
      throw new InputException(
          name,
          0,
          "asks for far more work than its size explains",
          "a file without blocks and relations that repeat themselves, or more memory");
    }
  }
}
