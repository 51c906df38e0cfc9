package org.flashgrove.datasets.osm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.datasets.InputException;

/**
 * Limits the work that a file may cause in proportion to its size. Without a limit, compressed
 * bytes and ways that many relations share could cause far more work than the size of the file
 * suggests.
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
   * Deducts work from the budget.
   *
   * @param bytes amount of work, in bytes whose decompression takes about as long
   * @throws InputException if the budget is exhausted
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
