package org.flashgrove.storage.file;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Disk space of files, which the JDK does not tell. */
public final class DiskSpace {
  private DiskSpace() {}

  /** Returns the bytes that the blocks of a file take, however long the file is. */
  public static long bytesOf(Path file) throws IOException, InterruptedException {
    Process stat = new ProcessBuilder("stat", "-c", "%b %B", file.toString()).start();
    String[] words = new String(stat.getInputStream().readAllBytes()).trim().split(" ");
    Assumptions.assumeTrue(stat.waitFor() == 0, "SKIPPED: no command stat");
    return Long.parseLong(words[0]) * Long.parseLong(words[1]);
  }
}
