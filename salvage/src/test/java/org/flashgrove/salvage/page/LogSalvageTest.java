package org.flashgrove.salvage.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.framelog.FrameLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames of undamaged logs are all found. */
class LogSalvageTest {
  private static final long TAG = 0xF1A5_46E1L;
  private static final String NAME = "log";
  private static final int FRAMES = 60;

  private final CrashDisk disk = new CrashDisk();

  private static void append(FrameLog log, int framesOfSync) {
    for (int i = 0; i < FRAMES; i++) {
      log.append(1, new long[] {i, i, -i}, 3);
      if (i % framesOfSync == framesOfSync - 1) {
        log.sync();
      }
    }
  }

  private static void requireAll(StoreDirectory directory) {
    List<String> found = new ArrayList<>();
    try (LogSalvage salvage = LogSalvage.open(directory, NAME, TAG)) {
      assertThat(salvage.frames()).isEqualTo(FRAMES);
      assertThat(salvage.lastFrame()).isEqualTo(FRAMES);
      assertThat(salvage.missing()).isEmpty();
      assertThat(salvage.tornBytes()).isZero();
      salvage.visit(
          (number, type, words, length) ->
              found.add(number + Arrays.toString(Arrays.copyOf(words, length))));
    }
    assertThat(found).hasSize(FRAMES).startsWith("1[0, 0, 0]").endsWith("60[59, 59, -59]");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 512})
  void packedFramesAreFoundWithPagesFilledOrNot(int filledPageBytes) {
    FrameLog log = FrameLog.create(disk, NAME, TAG, 4096, true);
    if (filledPageBytes > 0) {
      log.fillPages(filledPageBytes);
    }
    append(log, 20);
    log.close();
    requireAll(disk);
  }

  @Test
  void roomOfAKilledProcessIsNoTornTail() {
    FrameLog log = FrameLog.create(disk, NAME, TAG, 4096, true);
    append(log, 1);
    CrashDisk next = new CrashDisk(disk.killed().everything());
    assertThat(next.sizeBytes(NAME)).isGreaterThan(log.sizeBytes());
    requireAll(next);
    try (LogSalvage salvage = LogSalvage.open(next, NAME, TAG)) {
      assertThat(salvage.unreadableBytes()).isZero();
    }
    log.close();
  }
}
