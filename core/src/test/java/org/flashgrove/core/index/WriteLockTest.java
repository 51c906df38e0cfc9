package org.flashgrove.core.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
}
