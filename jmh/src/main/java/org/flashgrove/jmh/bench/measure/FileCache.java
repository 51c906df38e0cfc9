package org.flashgrove.jmh.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The system's cache of files. It is asked to forget by {@code dd} with the flag nocache, which
 * calls posix_fadvise and needs no right beyond reading; other systems keep what they have.
 */
public final class FileCache {
  private static final int MOST_SECONDS = 60;

  private FileCache() {}

  /**
   * Drops the cached pages of the files in a directory; returns whether the system confirmed it for
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
      // what is not on the device yet cannot be dropped
      return run("dd", "if=/dev/null", "of=" + file, "conv=notrunc,fdatasync", "count=0")
          && run("dd", "if=" + file, "iflag=nocache", "count=0");
    } catch (IOException e) {
      return false; // there is no such program
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
