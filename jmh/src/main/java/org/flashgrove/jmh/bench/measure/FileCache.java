package org.flashgrove.jmh.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Drops files from the page cache of the operating system. It calls the program {@code dd} with the
 * flag nocache, which uses posix_fadvise and needs only permission to read the files. On systems
 * without such a {@code dd}, files stay cached.
 */
public final class FileCache {
  private static final int MOST_SECONDS = 60;

  private FileCache() {}

  /**
   * Drops the cached pages of all files in a directory. Returns whether the system confirmed it for
   * every file.
   */
  public static boolean drop(Path directory) throws IOException, InterruptedException {
    boolean dropped = true;
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        dropped &= dropFile(file);
      }
    }
    return dropped;
  }

  private static boolean dropFile(Path file) throws InterruptedException {
    try {
      // pages that are not on the device yet cannot be dropped
      return run("dd", "if=/dev/null", "of=" + file, "conv=notrunc,fdatasync", "count=0")
          && run("dd", "if=" + file, "iflag=nocache", "count=0");
    } catch (IOException e) {
      return false; // this system has no dd
    }
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor(MOST_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
  }
}
