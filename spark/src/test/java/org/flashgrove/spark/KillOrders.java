package org.flashgrove.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.flashgrove.spark.WatchedFileSystem.Fault;
import org.flashgrove.spark.WatchedFileSystem.Outcome;

/**
 * Orders to kill a process, which other processes find as files of a directory, and take by
 * deleting them: of those that come to the place that an order names, one is killed at once, by the
 * operating system. A file's name is a number and what a call is named, what its path contains is
 * in the file; the process to be killed is the one that calls unless the file names another.
 */
final class KillOrders implements Fault {
  /** A call of no file system: rows are being put into a table. */
  static final String LOADING = "loading";

  private static final String LOADER = "org.flashgrove.spark.write.TableWriter";
  private final Path directory;

  private KillOrders(Path directory) {
    this.directory = directory;
  }

  /** Takes orders of a directory in this process from now on. */
  static KillOrders follow(Path directory) {
    KillOrders orders = new KillOrders(directory);
    Thread watch = new Thread(orders::watchLoading, "kill orders");
    watch.setDaemon(true);
    watch.start();
    return orders;
  }

  /**
   * Gives orders.
   *
   * @param part what the path of the call contains
   * @param victim process to be killed, or 0 for the one that calls
   */
  static void give(Path directory, String call, String part, int times, long victim) {
    try {
      for (int i = 0; i < times; i++) {
        Path written = Files.createTempFile(directory, "order", ".tmp");
        Files.writeString(written, part + "\n" + victim);
        Files.move(written, directory.resolve(i + "." + call));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns how many orders nobody has taken. */
  static long left(Path directory) {
    return orders(directory).size();
  }

  private static List<Path> orders(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> !file.toString().endsWith(".tmp")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Outcome of(String call, String path) {
    for (Path order : orders(directory)) {
      if (order.toString().endsWith("." + call)) {
        take(order, path);
      }
    }
    return Outcome.WORKS;
  }

  private static void take(Path order, String path) {
    try {
      List<String> lines = Files.readAllLines(order);
      if (path.contains(lines.get(0)) && Files.deleteIfExists(order)) {
        kill(Long.parseLong(lines.get(1)));
      }
    } catch (IOException e) {
      // another process was faster
    }
  }

  private static void kill(long victim) throws IOException {
    long pid = victim == 0 ? ProcessHandle.current().pid() : victim;
    new ProcessBuilder("kill", "-9", Long.toString(pid)).inheritIO().start();
    try {
      Thread.sleep(60_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void watchLoading() {
    while (true) {
      try {
        Thread.sleep(2);
      } catch (InterruptedException e) {
        return;
      }
      for (Path order : orders(directory)) {
        if (order.toString().endsWith("." + LOADING) && isLoading()) {
          take(order, LOADING);
        }
      }
    }
  }

  private static boolean isLoading() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Stream::of)
        .anyMatch(
            frame ->
                frame.getClassName().equals(LOADER)
                    && List.of("write", "commit").contains(frame.getMethodName()));
  }
}
