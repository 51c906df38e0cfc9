package org.flashgrove.access;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A byte of a file that another process has locked. */
final class LockedByte implements AutoCloseable {
  private final Process process;

  private LockedByte(Process process) {
    this.process = process;
  }

  static LockedByte of(Path file, long place) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            LockedByte.class.getName(),
            file.toString(),
            Long.toString(place));
    LockedByte locked =
        new LockedByte(new ProcessBuilder(command).redirectErrorStream(true).start());
    InputStream said = locked.process.getInputStream();
    if (said.read() != '!') {
      throw new IllegalStateException("cannot lock " + file + " at " + place);
    }
    return locked;
  }

  boolean isHeld() {
    return process.isAlive();
  }

  @Override
  public void close() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Locks a byte until the process ends. */
  public static void main(String[] arguments) throws IOException {
    try (FileChannel file =
            FileChannel.open(
                Path.of(arguments[0]), StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock = file.lock(Long.parseLong(arguments[1]), 1, true)) {
      System.out.print(lock.isValid() ? "!" : "?");
      System.out.flush();
      System.in.read();
    }
  }
}
