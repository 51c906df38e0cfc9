package org.flashgrove.storage.file.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.flashgrove.core.failure.StoreLockedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreLockTest {
  @TempDir Path path;

  /** Tries to lock in a process of its own: exits with 0 if it could, else with 3. */
  public static final class OtherProcess {
    private OtherProcess() {}

    /** Tries the directory of the first argument. */
    public static void main(String[] arguments) throws IOException {
      Path file = Path.of(arguments[0]).resolve(StoreLock.FILE);
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        System.exit(channel.tryLock() == null ? 3 : 0);
      }
    }
  }

  private boolean anotherProcessCanLock() throws IOException, InterruptedException {
    String java = System.getProperty("java.home") + File.separator + "bin" + File.separator;
    String classes = Path.of("target", "test-classes").toAbsolutePath().toString();
    Process process =
        new ProcessBuilder(
                java + "java",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes,
                OtherProcess.class.getName(),
                path.toString())
            .start();
    int exit = process.waitFor();
    assertThat(exit).isIn(0, 3);
    return exit == 0;
  }

  @Test
  void oneAtATimeInThisProcess() {
    StoreLock lock = StoreLock.take(path);
    assertThatThrownBy(() -> StoreLock.take(path))
        .isInstanceOf(StoreLockedException.class)
        .hasMessageContaining(path.toString());
    lock.close();
    lock.close();
    StoreLock.take(path).close();
  }

  @Test
  void aRefusedSecondOpeningAndAnInterruptDoNotLoseTheLock() throws Exception {
    try (StoreLock lock = StoreLock.take(path)) {
      assertThatThrownBy(() -> StoreLock.take(path)).isInstanceOf(StoreLockedException.class);
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> StoreLock.take(path)).isInstanceOf(StoreLockedException.class);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(anotherProcessCanLock()).isFalse();
    }
    assertThat(anotherProcessCanLock()).isTrue();
  }

  @Test
  void anInterruptedThreadCanLock() {
    Thread.currentThread().interrupt();
    StoreLock.take(path).close();
    assertThat(Thread.interrupted()).isTrue();
  }
}
