package org.flashgrove.storage.framelog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.FaultKind;
import org.flashgrove.storage.crash.FaultyDisk;
import org.flashgrove.storage.crash.PowerCuts;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.junit.jupiter.api.Test;

/** Crashes, damage and hostile bytes. */
class FrameLogTest {
  private static final long TAG = 0xF1A5_46E0L;
  private static final String NAME = "log";

  private static List<String> frames(AppendLog log) {
    List<String> frames = new ArrayList<>();
    log.replay(
        (number, type, words, length) ->
            frames.add(number + ":" + type + Arrays.toString(Arrays.copyOf(words, length))));
    return frames;
  }

  private static List<String> framesOf(StoreDirectory directory) {
    try (FrameLog log = FrameLog.open(directory, NAME, TAG, 4096)) {
      return frames(log);
    }
  }

  private static byte[] bytesOf(StoreDirectory directory) {
    try (RawFile file = directory.open(NAME, RawFile.Caching.BUFFERED)) {
      byte[] bytes = new byte[(int) file.sizeBytes()];
      ByteBuffer copy = AlignedBuffers.allocate(bytes.length + 1);
      file.read(0, copy, 0, bytes.length);
      copy.get(0, bytes);
      return bytes;
    }
  }

  private static StoreDirectory directoryOf(byte[] bytes) {
    StoreDirectory directory = new MemoryDirectory();
    try (RawFile file = directory.create(NAME, RawFile.Caching.BUFFERED)) {
      ByteBuffer copy = AlignedBuffers.allocate(bytes.length + 1);
      copy.put(0, bytes);
      file.write(0, copy, 0, bytes.length);
    }
    return directory;
  }

  /** Returns a log of frames 1 to {@code count}, of 0 to 3 words; not closed, so without a mark. */
  private static byte[] logOf(int count, int syncedAfter) {
    StoreDirectory directory = new MemoryDirectory();
    FrameLog log = FrameLog.create(directory, NAME, TAG, 4096);
    for (int i = 1; i <= count; i++) {
      log.append(i, new long[] {i, -i, 7}, i % 4);
      if (i == syncedAfter) {
        log.sync();
      }
    }
    log.drain();
    return bytesOf(directory);
  }

  private static int frameOffset(int number) {
    int offset = LogFormat.HEADER_BYTES;
    for (int i = 1; i < number; i++) {
      offset += (int) LogFormat.frameBytes(i % 4);
    }
    return offset;
  }

  @Test
  void everythingIsAMultipleOfEightBytes() {
    StoreDirectory directory = new MemoryDirectory();
    FrameLog log = FrameLog.create(directory, NAME, TAG, 4096);
    assertThat(log.sizeBytes()).isEqualTo(LogFormat.HEADER_BYTES);
    for (int i = 0; i < 20; i++) {
      log.append(1, new long[20], i);
      log.drain();
      assertThat(log.sizeBytes() % 8).isZero();
      assertThat(bytesOf(directory)).hasSize((int) log.sizeBytes());
    }
  }

  @Test
  void aTailTornAnywhereIsCutOff() {
    byte[] whole = logOf(6, 0);
    for (int cut = LogFormat.HEADER_BYTES; cut <= whole.length; cut++) {
      StoreDirectory directory = directoryOf(Arrays.copyOf(whole, cut));
      int intact = 0;
      while (intact < 6 && frameOffset(intact + 2) <= cut) {
        intact++;
      }
      try (FrameLog log = FrameLog.open(directory, NAME, TAG, 4096)) {
        assertThat(log.lastFrame()).as("cut at " + cut).isEqualTo(intact);
        int contentEnd = cut;
        while (contentEnd > frameOffset(intact + 1) && whole[contentEnd - 1] == 0) {
          contentEnd--; // zeros count as room
        }
        assertThat(log.tornBytes()).isEqualTo(contentEnd - frameOffset(intact + 1));
        assertThat(frames(log)).hasSize(intact);
        assertThat(bytesOf(directory)).as("before anything is written").hasSize(cut);
        assertThat(log.append(9, new long[] {9}, 1)).isEqualTo(intact + 1);
      }
      assertThat(framesOf(directory)).hasSize(intact + 1).last().isEqualTo(intact + 1 + ":9[9]");
    }
  }

  @Test
  void aTailOfGarbageIsCutOff() {
    byte[] whole = logOf(5, 3);
    for (int fill : new int[] {1, 0xFF, 0x46}) {
      byte[] longer = Arrays.copyOf(whole, whole.length + 999);
      Arrays.fill(longer, whole.length, longer.length, (byte) fill);
      StoreDirectory directory = directoryOf(longer);
      try (FrameLog log = FrameLog.open(directory, NAME, TAG, 4096)) {
        assertThat(log.tornBytes()).isEqualTo(999);
        assertThat(log.lastFrame()).isEqualTo(5);
      }
    }
  }

  @Test
  void aFrameMissingFromWhatWasSyncedIsDamage() {
    byte[] bytes = logOf(8, 5);
    for (int number = 1; number <= 5; number++) {
      byte[] broken = bytes.clone();
      broken[frameOffset(number) + 9] ^= 1;
      StoreDirectory directory = directoryOf(broken);
      assertThatThrownBy(() -> framesOf(directory))
          .isInstanceOf(DamagedStoreException.class)
          .hasMessageContaining("memory: log, offset " + frameOffset(number));
    }
  }

  @Test
  void unsyncedWritesMayBeReordered() {
    byte[] broken = logOf(8, 5);
    broken[frameOffset(7) + 9] ^= 1;
    assertThat(framesOf(directoryOf(broken))).hasSize(6);
  }

  @Test
  void afterACleanCloseEvenTheLastFrameIsGuarded() {
    StoreDirectory directory = directoryOf(logOf(4, 4));
    FrameLog.open(directory, NAME, TAG, 4096).close();
    byte[] bytes = bytesOf(directory);
    byte[] flipped = bytes.clone();
    flipped[bytes.length - 1] ^= 1;
    assertThatThrownBy(() -> framesOf(directoryOf(flipped)))
        .isInstanceOf(DamagedStoreException.class);
    assertThatThrownBy(() -> framesOf(directoryOf(Arrays.copyOf(bytes, bytes.length - 8))))
        .isInstanceOf(DamagedStoreException.class);
  }

  /** A mark that goes astray by 512 bytes hits the last frame, which no later frame guards. */
  @Test
  void aSingleStrayWriteHidesNoLostFrame() {
    List<String> expected = null;
    for (int call = -1, injected = 1; injected > 0; call++) {
      FaultyDisk disk = new FaultyDisk(new CrashDisk());
      FrameLog log = FrameLog.create(disk, NAME, TAG, 4096);
      if (call >= 0) {
        disk.arm(FaultKind.WRITE_MISDIRECTED, call, false);
      }
      log.append(1, new long[50], 50);
      log.append(1, new long[20], 20);
      log.sync();
      log.close();
      injected = call < 0 ? 1 : (int) disk.injected();
      disk.disarm();
      try {
        List<String> found = framesOf(disk);
        expected = expected == null ? found : expected;
        assertThat(found).as("call " + call).hasSize(2).isEqualTo(expected);
      } catch (DamagedStoreException e) {
        assertThat(injected).as("call " + call).isOne();
      }
    }
  }

  /** Even if the process that opened the log ends before it closes it. */
  @Test
  void whatAnOpeningFoundIsGuardedFromThenOn() {
    StoreDirectory directory = directoryOf(logOf(4, 0));
    FrameLog.open(directory, NAME, TAG, 4096);
    byte[] bytes = bytesOf(directory);
    bytes[bytes.length - 1] ^= 1;
    assertThatThrownBy(() -> framesOf(directoryOf(bytes)))
        .isInstanceOf(DamagedStoreException.class);
  }

  @Test
  void everyFlippedBitIsDetected() {
    StoreDirectory origin = directoryOf(logOf(6, 0));
    assertThat(framesOf(origin)).hasSize(6);
    byte[] bytes = bytesOf(origin);
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatThrownBy(() -> framesOf(directoryOf(flipped)))
          .as("bit " + bit)
          .isInstanceOf(DamagedStoreException.class);
    }
  }

  /** What is cut off between two frames leaves no bytes behind: only the header knows of it. */
  @Test
  void aLogCutBetweenFramesIsDamageWhateverOfItsHeaderIsDamaged() {
    StoreDirectory origin = directoryOf(logOf(6, 0));
    FrameLog.open(origin, NAME, TAG, 4096).close();
    byte[] bytes = bytesOf(origin);
    for (int number = 1; number <= 6; number++) {
      byte[] cut = Arrays.copyOf(bytes, frameOffset(number));
      for (int at = 0; at < LogFormat.HEADER_BYTES; at++) {
        byte[] damaged = cut.clone();
        damaged[at] ^= 1;
        assertThatThrownBy(() -> framesOf(directoryOf(damaged)))
            .as("byte %d, cut before frame %d", at, number)
            .isInstanceOf(DamagedStoreException.class);
      }
      for (int from = 0; from < LogFormat.HEADER_BYTES; from += 16) {
        byte[] damaged = cut.clone();
        Arrays.fill(damaged, from, LogFormat.HEADER_BYTES, (byte) 0);
        assertThatThrownBy(() -> framesOf(directoryOf(damaged)))
            .as("zeros from byte %d, cut before frame %d", from, number)
            .isInstanceOf(DamagedStoreException.class);
      }
    }
  }

  /** A device may spoil both the mark and a frame: what a rewrite left is known all the same. */
  @Test
  void aFrameOfARewriteLostIsDamageEvenWithoutAMark() {
    StoreDirectory directory = new MemoryDirectory();
    FrameLog log = FrameLog.create(directory, NAME, TAG, 4096);
    log.rewrite(
        sink -> {
          sink.append(1, new long[] {1}, 1);
          sink.append(2, new long[] {2}, 1);
        });
    byte[] bytes = bytesOf(directory);
    bytes[bytes.length - 1] ^= 1;
    bytes[LogFormat.AT_MARK] ^= 1;
    assertThatThrownBy(() -> framesOf(directoryOf(bytes)))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("although frame 2 was durable");
  }

  /** The name that a killed process's rewrite left must not be lost with frames behind it. */
  @Test
  void openingMakesTheNameOfTheFileDurable() {
    CrashDisk disk = new CrashDisk();
    FrameLog log = FrameLog.create(disk, NAME, TAG, 4096);
    disk.obeySyncs((file, offsets) -> !file.equals(CrashDisk.DIRECTORY));
    log.rewrite(sink -> sink.append(1, new long[] {1}, 1));
    CrashDisk next = disk.killed();
    next.obeySyncs(CrashDisk.SyncFilter.ALL);
    log = FrameLog.open(next, NAME, TAG, 4096);
    log.append(2, new long[] {2}, 1);
    log.sync();
    PowerCuts.of(
        next,
        new Random(1),
        0,
        true,
        state -> assertThat(framesOf(new CrashDisk(state))).containsExactly("1:1[1]", "2:2[2]"));
  }

  @Test
  void aShortHeaderIsDamage() {
    byte[] whole = logOf(1, 0);
    for (int length = 0; length < LogFormat.HEADER_BYTES; length++) {
      StoreDirectory directory = directoryOf(Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> framesOf(directory)).isInstanceOf(DamagedStoreException.class);
    }
  }

  @Test
  void anotherStoresLogIsDamage() {
    StoreDirectory directory = directoryOf(logOf(2, 0));
    assertThatThrownBy(() -> FrameLog.open(directory, NAME, TAG + 1, 4096))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("another store");
  }

  @Test
  void aNewerFormatIsRefused() {
    ByteBuffer header = AlignedBuffers.allocate(LogFormat.HEADER_BYTES);
    LogFormat.putHeader(header, TAG, 1, 0);
    header.putInt(LogFormat.AT_FORMAT, LogFormat.FORMAT_VERSION + 1);
    int own = LogFormat.checksum(new java.util.zip.CRC32C(), header, 0, LogFormat.AT_HEADER_CRC);
    header.putInt(LogFormat.AT_HEADER_CRC, own ^ LogFormat.tagChecksum(TAG));
    byte[] bytes = new byte[LogFormat.HEADER_BYTES];
    header.get(0, bytes);
    assertThatThrownBy(() -> framesOf(directoryOf(bytes)))
        .isInstanceOf(UnsupportedFormatException.class);
  }

  @Test
  void framesOfAnotherStoreBehindTheTailProveNothing() {
    StoreDirectory other = new MemoryDirectory();
    try (FrameLog log = FrameLog.create(other, NAME, TAG + 1, 4096)) {
      for (int i = 0; i < 9; i++) {
        log.append(1, new long[3], 3);
        log.sync();
      }
    }
    byte[] foreign = bytesOf(other);
    byte[] own = logOf(3, 0);
    byte[] both = Arrays.copyOf(own, own.length + foreign.length);
    System.arraycopy(foreign, 0, both, own.length, foreign.length);
    assertThat(framesOf(directoryOf(both))).hasSize(3);
  }

  @Test
  void hostileBytesEndInATypedExceptionOrAPrefix() {
    Random random = Seeds.random();
    byte[] whole = logOf(20, 10);
    List<String> expected = framesOf(directoryOf(whole));
    for (int round = 0; round < 1_000; round++) {
      byte[] hostile = whole.clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        int at = random.nextInt(hostile.length);
        int length = Math.min(hostile.length - at, 1 + random.nextInt(40));
        int from = random.nextInt(hostile.length - length + 1);
        System.arraycopy(whole, from, hostile, at, length);
      }
      try {
        List<String> found = framesOf(directoryOf(hostile));
        assertThat(found).isEqualTo(expected.subList(0, found.size()));
      } catch (StoreException e) {
        assertThat(e)
            .isInstanceOfAny(DamagedStoreException.class, UnsupportedFormatException.class);
      }
    }
  }

  @Test
  void claimedLengthsCostNothing() {
    byte[] whole = logOf(2, 0);
    byte[] hostile = Arrays.copyOf(whole, 1 << 20);
    ByteBuffer bytes = ByteBuffer.wrap(hostile).order(java.nio.ByteOrder.LITTLE_ENDIAN);
    for (int at = whole.length; at + 24 <= hostile.length; at += 24) {
      bytes.putInt(at, LogFormat.FRAME_MAGIC);
      bytes.putLong(at + LogFormat.AT_NUMBER, 3);
      bytes.putInt(at + LogFormat.AT_WORD_COUNT, (hostile.length - at - 24) / 8);
    }
    assertThatThrownBy(() -> framesOf(directoryOf(hostile)))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("looks like frames everywhere");
  }

  @Test
  void aLeftoverOfARewriteIsDeleted() {
    StoreDirectory directory = directoryOf(logOf(3, 0));
    directory.create(NAME + ".new", RawFile.Caching.BUFFERED).close();
    assertThat(framesOf(directory)).hasSize(3);
    assertThat(directory.exists(NAME + ".new")).isFalse();
  }

  @Test
  void anExistingLogIsNotCreatedAgain() {
    StoreDirectory directory = directoryOf(logOf(3, 0));
    assertThatThrownBy(() -> FrameLog.create(directory, NAME, TAG, 4096))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(framesOf(directory)).hasSize(3);
  }

  @Test
  void countsItsTraffic() {
    FrameLog log = FrameLog.create(new MemoryDirectory(), NAME, TAG, 512);
    long before = log.counters().figures().bytesWritten();
    log.append(1, new long[200], 200);
    log.sync();
    log.sync();
    assertThat(log.counters().figures().bytesWritten() - before).isEqualTo(1624);
    assertThat(log.counters().figures().pageWrites()).isEqualTo(1 + 4);
    assertThat(log.counters().figures().syncs()).isEqualTo(2);
    log.close();
  }

  @Test
  void afterAFailureEveryLaterCallIsRefused() {
    List<java.util.function.Consumer<FrameLog>> calls =
        List.of(
            FrameLog::drain,
            FrameLog::sync,
            log -> log.append(1, new long[200_000], 200_000),
            log -> log.replay((number, type, words, length) -> {}));
    for (var failing : calls) {
      FaultyDisk disk = new FaultyDisk(new CrashDisk());
      FrameLog log = FrameLog.create(disk, NAME, TAG, 4096);
      log.append(1, new long[] {1}, 1);
      log.sync();
      log.append(1, new long[] {2}, 1);
      disk.arm(FaultKind.WRITE_FAILS, 0, true);
      assertThatThrownBy(() -> failing.accept(log)).isInstanceOf(StoreIoException.class);
      disk.disarm();
      for (var later : calls) {
        assertThatThrownBy(() -> later.accept(log))
            .isInstanceOf(StoreClosedException.class)
            .hasRootCauseInstanceOf(StoreIoException.class);
      }
      assertThatThrownBy(() -> log.rewrite(sink -> {})).isInstanceOf(StoreClosedException.class);
      assertThat(log.durableFrame()).isEqualTo(1);
      log.close();
      assertThat(framesOf(disk)).containsExactly("1:1[1]");
    }
  }

  /**
   * A rewrite deletes a leftover, creates, writes frames, header and mark with a sync before the
   * mark, renames and syncs the directory; each of these calls fails in turn.
   */
  @Test
  void aFailedRewriteLeavesTheOldFrames() {
    for (FaultKind kind : FaultKind.values()) {
      if (kind.isSilent() || kind.call() == FaultKind.Call.READ) {
        continue;
      }
      boolean failed = true;
      for (int call = 0; failed; call++) {
        failed = rewriteFails(kind, call);
        int calls = kind.call() == FaultKind.Call.RESIZE ? 0 : 1;
        assertThat(failed || call >= calls).as(kind + " at call " + call).isTrue();
      }
    }
  }

  /** Returns whether the fault happens; checks what is left. */
  private static boolean rewriteFails(FaultKind kind, int call) {
    FaultyDisk disk = new FaultyDisk(new CrashDisk());
    FrameLog log = FrameLog.create(disk, NAME, TAG, 4096);
    log.append(1, new long[] {1}, 1);
    log.sync();
    log.append(1, new long[] {2}, 1);
    disk.arm(kind, call, false);
    boolean failed = false;
    try {
      log.rewrite(sink -> sink.append(2, new long[] {3}, 1));
    } catch (StoreIoException e) {
      failed = true;
    }
    disk.disarm();
    log.close();
    List<String> found = framesOf(disk);
    String where = kind + " at call " + call;
    if (!failed || kind == FaultKind.DIRECTORY_SYNC_FAILS) {
      assertThat(found).as(where).containsExactly("3:2[3]");
    } else if (kind == FaultKind.NAMING_FAILS && call == 2) {
      // A failed renaming closes the log with what was drained before; earlier failures do not.
      assertThat(found).as(where).containsExactly("1:1[1]");
    } else {
      assertThat(found).as(where).containsExactly("1:1[1]", "2:1[2]");
    }
    assertThat(disk.exists(NAME + ".new")).isFalse();
    return failed;
  }

  @Test
  void whatWasSyncedSurvivesAnyCrash() {
    Random random = Seeds.random();
    for (int round = 0; round < 200; round++) {
      CrashDisk disk = new CrashDisk();
      FrameLog log = FrameLog.create(disk, NAME, TAG, 4096);
      List<String> written = new ArrayList<>();
      for (int life = 0; life < 3; life++) {
        long durable = log.durableFrame();
        for (int step = random.nextInt(60); step >= 0; step--) {
          randomStep(log, written, random);
          durable = log.durableFrame();
        }
        disk = new CrashDisk(PowerCuts.any(disk, random));
        log = FrameLog.open(disk, NAME, TAG, 4096);
        List<String> found = frames(log);
        assertThat(log.lastFrame()).isGreaterThanOrEqualTo(durable);
        assertThat(found.size()).isLessThanOrEqualTo(written.size());
        assertThat(found).isEqualTo(written.subList(0, found.size()));
        written = new ArrayList<>(found);
      }
    }
  }

  private static void randomStep(FrameLog log, List<String> written, Random random) {
    int choice = random.nextInt(40);
    if (choice == 0) {
      log.sync();
    } else if (choice < 6) {
      log.drain();
    } else if (choice == 6) {
      written.clear();
      long next = log.lastFrame() + 1;
      log.rewrite(sink -> sink.append(3, new long[] {next}, 1));
      written.add(next + ":3[" + next + "]");
    } else {
      long[] words = random.longs(random.nextInt(80)).toArray();
      long number = log.append(5, words, words.length);
      written.add(number + ":5" + Arrays.toString(words));
    }
  }
}
