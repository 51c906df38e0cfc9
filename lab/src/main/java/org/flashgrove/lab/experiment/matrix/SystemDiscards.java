package org.flashgrove.lab.experiment.matrix;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Discards (trims) the free space of a file system. A real device regards freed pages as used until
 * they are discarded, so its garbage collection would move them.
 */
public final class SystemDiscards {
  private SystemDiscards() {}

  /**
   * Discards all free space of a file system once.
   *
   * @param directory a directory in the file system
   * @throws IllegalArgumentException if this system, file system or process cannot discard
   */
  public static void discard(Path directory) {
    String said;
    try {
      Process process =
          new ProcessBuilder("fstrim", directory.toAbsolutePath().toString())
              .redirectErrorStream(true)
              .start();
      said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.waitFor() == 0) {
        return;
      }
    } catch (IOException e) {
      said = e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      said = "interrupted";
    }
    throw new IllegalArgumentException(
        "--discard: "
            + said.lines().findFirst().orElse("fstrim failed")
            + "; run as root on Linux with fstrim, on a file system and device that support"
            + " discard, or omit --discard");
  }
}
