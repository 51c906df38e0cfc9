package org.flashgrove.storage.file.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.file.ReaderPositions;
import org.flashgrove.storage.file.StoreReaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Readers in another process, as the one that writes sees them. */
class LockedReadersTest {
  private static final int ROUNDS = 2_000;
  private static final int ENTERED = 20;
  private static final int POSITION = 30;
  private static final int NEWEST = 40;
  private static final int MOST_PAUSE_NANOS = 100_000;

  @TempDir private Path path;

  /**
   * Enters, settles a moment later and stays until it is told to go, once for each byte it gets.
   */
  static final class Reader {
    private Reader() {}

    /** Reads the store in the directory of the first argument; the second is a seed. */
    public static void main(String[] arguments) throws IOException {
      Random random = new Random(Long.parseLong(arguments[1]));
      try (StoreLock lock = StoreLock.takeBeside(Path.of(arguments[0]))) {
        StoreReaders readers = lock.readers();
        while (System.in.read() >= 0) {
          try (StoreReaders.Mark mark = readers.enter(ENTERED)) {
            say();
            LockSupport.parkNanos(random.nextInt(MOST_PAUSE_NANOS));
            mark.settle(POSITION);
            say();
            System.in.read();
          }
          say();
        }
      }
    }

    private static void say() {
      System.out.write('.');
      System.out.flush();
    }
  }

  /** A writer that asks while a reader settles finds it where it was or where it is. */
  @Test
  void aReaderThatSettlesIsNeverMissed() throws Exception {
    try (StoreLock lock = StoreLock.takeWriting(path)) {
      Process process = start(Seeds.random().nextLong());
      try {
        requireSeen(process, lock.readers());
      } finally {
        process.getOutputStream().close(); // ends it, wherever it is
      }
      assertThat(process.waitFor()).isZero();
    }
  }

  private static void requireSeen(Process process, StoreReaders readers) throws IOException {
    InputStream said = process.getInputStream();
    long asked = 0;
    for (int round = 0; round < ROUNDS; round++) {
      order(process);
      assertThat(said.read()).isEqualTo('.'); // entered
      while (said.available() == 0) {
        assertThat(process.isAlive()).isTrue();
        assertThat(readers.positions(NEWEST).see(0, NEWEST)).isTrue();
        asked++;
      }
      assertThat(said.read()).isEqualTo('.'); // settled
      ReaderPositions settled = readers.positions(NEWEST);
      assertThat(settled.see(POSITION, POSITION)).isTrue();
      assertThat(settled.see(ENTERED, POSITION - 1)).isFalse();
      order(process);
      assertThat(said.read()).isEqualTo('.'); // gone
      assertThat(readers.positions(NEWEST).isEmpty()).isTrue();
    }
    assertThat(asked).isPositive();
  }

  private static void order(Process process) throws IOException {
    OutputStream orders = process.getOutputStream();
    orders.write('.');
    orders.flush();
  }

  private Process start(long seed) throws IOException {
    String java = System.getProperty("java.home") + File.separator + "bin" + File.separator;
    return new ProcessBuilder(
            java + "java",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Reader.class.getName(),
            path.toString(),
            Long.toString(seed))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
