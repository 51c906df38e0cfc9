package org.flashgrove.core.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.flashgrove.core.failure.BatchStateException;
import org.junit.jupiter.api.Test;

class WriteLockTest {
  private static final Duration SHORT = Duration.ofMillis(200);

  private final WriteLock lock = new WriteLock();

  @Test
  void aBatchThatCannotBeCreatedReleasesTheLock() {
    assertThatThrownBy(
            () ->
                lock.begin(
                    SHORT,
                    () -> {
                      throw new IllegalStateException("no batch");
                    },
                    batch -> {}))
        .hasMessage("no batch");
    assertThat(lock.begin(SHORT, () -> "batch", batch -> {})).isEqualTo("batch");
    assertThatThrownBy(() -> lock.begin(SHORT, () -> "second", batch -> {}))
        .isInstanceOf(BatchStateException.class);
    lock.end();
  }

  @Test
  void theBatchOfADeadThreadIsRolledBackByTheNext() throws InterruptedException {
    List<String> rolledBack = new ArrayList<>();
    Thread dies =
        new Thread(
            () ->
                lock.begin(
                    null,
                    () -> "first",
                    batch -> {
                      rolledBack.add(batch);
                      lock.end();
                    }));
    dies.start();
    dies.join();
    assertThat(lock.begin(null, () -> "second", batch -> {})).isEqualTo("second");
    assertThat(rolledBack).containsExactly("first");
    lock.end();
  }

  @Test
  void theBatchOfADeadThreadIsLoggedOnce() throws InterruptedException {
    List<WriteLock> locks = List.of(new WriteLock(), new WriteLock(), new WriteLock());
    Thread dies = new Thread(() -> locks.forEach(each -> each.begin(null)), "a dying thread");
    dies.start();
    dies.join();
    List<String> lines = new ArrayList<>();
    Logger logger = Logger.getLogger("org.flashgrove.core");
    Handler handler = new LineHandler(lines);
    logger.addHandler(handler);
    try {
      locks.forEach(WriteLock::lock);
    } finally {
      logger.removeHandler(handler);
    }
    assertThat(lines).hasSize(1).first().asString().contains("'a dying thread'");
    locks.forEach(WriteLock::unlock);
  }

  private static final class LineHandler extends Handler {
    private final List<String> lines;

    LineHandler(List<String> lines) {
      this.lines = lines;
    }

    @Override
    public void publish(LogRecord entry) {
      lines.add(new SimpleFormatter().formatMessage(entry));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
