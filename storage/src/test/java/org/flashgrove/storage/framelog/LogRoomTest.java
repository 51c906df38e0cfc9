package org.flashgrove.storage.framelog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.FaultKind;
import org.flashgrove.storage.crash.FaultyDisk;
import org.flashgrove.storage.crash.PowerCuts;
import org.flashgrove.storage.file.StoreDirectory;
import org.junit.jupiter.api.Test;

/** Zeros that are written behind a log's frames before there are frames for them. */
class LogRoomTest {
  private static final long TAG = 0x0A4E_ADL;
  private static final String NAME = "log";
  private static final int FRAMES = 60;

  private final CrashDisk disk = new CrashDisk();

  private static FrameLog create(StoreDirectory directory) {
    return FrameLog.create(directory, NAME, TAG, 4096, true);
  }

  private static FrameLog open(StoreDirectory directory) {
    return FrameLog.open(directory, NAME, TAG, 4096, true, null);
  }

  private static void appendAndSync(FrameLog log, long value, int words) {
    long[] frame = new long[words];
    Arrays.fill(frame, value);
    log.append(1, frame, words);
    log.sync();
  }

  private static List<Long> values(FrameLog log) {
    List<Long> values = new ArrayList<>();
    log.replay((number, type, words, length) -> values.add(words[0]));
    return values;
  }

  private static List<Long> firstValues(int count) {
    List<Long> values = new ArrayList<>();
    for (long i = 1; i <= count; i++) {
      values.add(i);
    }
    return values;
  }

  @Test
  void fewSyncsLengthenTheFileAndClosingGivesTheRoomBack() {
    FrameLog log = create(disk);
    int lengthened = 0;
    for (int i = 1; i <= FRAMES; i++) {
      long before = disk.sizeBytes(NAME);
      appendAndSync(log, i, 2);
      lengthened += disk.sizeBytes(NAME) > before ? 1 : 0;
      assertThat(disk.sizeBytes(NAME)).isGreaterThanOrEqualTo(log.sizeBytes());
    }
    // Three before it is noticed that syncs have little to write; then four kilobytes at a time.
    assertThat(lengthened).isLessThan(3 + 2 + FRAMES / 20);
    assertThat(disk.sizeBytes(NAME)).isGreaterThan(log.sizeBytes());
    log.close();
    assertThat(disk.sizeBytes(NAME)).isEqualTo(log.sizeBytes());
    assertThat(values(open(disk))).isEqualTo(firstValues(FRAMES));
  }

  @Test
  void syncsWithMuchToWriteHaveNoRoom() {
    FrameLog log = create(disk);
    Random random = Seeds.random();
    for (int i = 1; i <= FRAMES; i++) {
      long[] words = random.longs(i % 4 == 0 ? 1_000 : 2).toArray();
      log.append(1, words, words.length);
      log.sync();
      assertThat(disk.sizeBytes(NAME)).isEqualTo(log.sizeBytes());
    }
  }

  @Test
  void roomOfAKilledProcessIsNoTornTailAndIsUsed() {
    FrameLog log = create(disk);
    for (int i = 1; i <= FRAMES; i++) {
      appendAndSync(log, i, 2);
    }
    CrashDisk next = new CrashDisk(disk.killed().everything());
    long size = next.sizeBytes(NAME);
    assertThat(size).isGreaterThan(log.sizeBytes());
    FrameLog opened = open(next);
    assertThat(opened.tornBytes()).isZero();
    assertThat(opened.sizeBytes()).isEqualTo(log.sizeBytes());
    appendAndSync(opened, FRAMES + 1, 2);
    assertThat(next.sizeBytes(NAME)).isEqualTo(size);
    assertThat(values(opened)).isEqualTo(firstValues(FRAMES + 1));
    opened.close();
    assertThat(next.sizeBytes(NAME)).isEqualTo(opened.sizeBytes());
  }

  @Test
  void aFrameTornWithinTheRoomIsCutOffWithIt() {
    FrameLog log = create(disk);
    for (int i = 1; i <= FRAMES; i++) {
      appendAndSync(log, i, 2);
    }
    long end = log.sizeBytes();
    for (int at : new int[] {0, 3, 1_500}) {
      byte[] bytes = disk.everything().bytes(NAME);
      bytes[(int) end + at] = 1;
      CrashDisk torn = new CrashDisk(disk.everything().with(NAME, bytes));
      FrameLog opened = open(torn);
      assertThat(opened.tornBytes()).isEqualTo(at + 1);
      appendAndSync(opened, FRAMES + 1, 2);
      assertThat(torn.sizeBytes(NAME)).isEqualTo(opened.sizeBytes());
      assertThat(values(opened)).isEqualTo(firstValues(FRAMES + 1));
    }
  }

  @Test
  void aFullDiskIsReportedAndLosesNothing() {
    FaultyDisk faulty = new FaultyDisk(disk);
    FrameLog log = create(faulty);
    for (int i = 1; i <= 3; i++) {
      appendAndSync(log, i, 2);
    }
    faulty.arm(FaultKind.WRITE_SHORT, 1, false); // the write behind that of the fourth frame
    assertThatThrownBy(() -> appendAndSync(log, 4, 2)).hasMessageContaining("ENOSPC");
    assertThat(faulty.injected()).isEqualTo(1);
    log.close();
    FrameLog opened = open(disk);
    assertThat(opened.tornBytes()).isZero();
    assertThat(values(opened)).isEqualTo(firstValues(4));
  }

  private static void requireFrames(DiskState state, int least) {
    FrameLog opened = open(new CrashDisk(state));
    List<Long> values = values(opened);
    assertThat(values).hasSizeGreaterThanOrEqualTo(least).isEqualTo(firstValues(values.size()));
    appendAndSync(opened, values.size() + 1, 2);
    assertThat(values(opened)).isEqualTo(firstValues(values.size() + 1));
  }

  /** At each write and sync of a log with room, power is lost: what was synced is there. */
  @Test
  void powerMayBeLostAtAnyTime() {
    FrameLog log = create(disk);
    int[] synced = {0};
    Random random = Seeds.random();
    int[] states = {0};
    disk.afterEachCall(
        () ->
            PowerCuts.of(
                disk,
                random,
                8,
                false,
                state -> {
                  states[0]++;
                  requireFrames(state, synced[0]);
                }));
    for (int i = 1; i <= FRAMES; i++) {
      appendAndSync(log, i, 2);
      synced[0] = i;
    }
    log.close();
    assertThat(states[0]).isGreaterThan(FRAMES);
  }
}
