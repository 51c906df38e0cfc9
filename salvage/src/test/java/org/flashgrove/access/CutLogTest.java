package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.salvage.SalvageReport;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Logs that end between two frames, so that no torn bytes say that there was more, and whose header
 * is damaged, so that it does not say so either.
 */
class CutLogTest {
  private static final String LOG = "store.log";
  private static final int AT_MARK = 32;
  private static final int FIRST_FRAME = 48;
  private static final int FRAME_HEADER = 24;

  private static void insert(SpatialStore store, int i) {
    double x = i * 7919 % 1000;
    store.insert(i, x, i, x + 1, i + 1);
  }

  /** Where the frames of a log begin, and its end. */
  private static List<Integer> frames(byte[] log) {
    ByteBuffer bytes = ByteBuffer.wrap(log).order(ByteOrder.LITTLE_ENDIAN);
    List<Integer> frames = new ArrayList<>();
    for (int at = FIRST_FRAME; at < log.length; ) {
      frames.add(at);
      at += FRAME_HEADER + Long.BYTES * (bytes.getInt(at + 20) & 0xFF_FFFF);
    }
    frames.add(log.length);
    return frames;
  }

  private static byte[] cut(byte[] log, int end, int damagedByte) {
    byte[] cut = Arrays.copyOf(log, end);
    cut[damagedByte] ^= 1;
    return cut;
  }

  private static SalvageReport salvage(DiskState state) {
    return Salvage.run(new CrashDisk(state), new MemoryDirectory(), SalvageHints.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"buffered", "buffered:placement=home"})
  void withADamagedMarkAreNotOpened(String device) {
    CrashDisk disk = new CrashDisk();
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rtree")
            .withFlash("none:frames=400,log=4M")
            .withDevice(device)
            .withPageSize(512)
            .withSync(SyncMode.OP);
    try (SpatialStore store = SpatialStore.create(disk, options)) {
      for (int i = 0; i < 120; i++) {
        insert(store, i);
      }
    }
    DiskState state = disk.everything();
    byte[] log = state.bytes(LOG);
    List<Integer> frames = frames(log);
    for (int i = frames.size() - 40; i < frames.size(); i++) {
      DiskState damaged = state.with(LOG, cut(log, frames.get(i), AT_MARK));
      assertThatThrownBy(() -> SpatialStore.open(new CrashDisk(damaged)))
          .isInstanceOf(DamagedStoreException.class)
          .hasMessageContaining("durable mark");
      assertThatThrownBy(() -> SpatialStore.openReadOnly(new CrashDisk(damaged)))
          .isInstanceOf(DamagedStoreException.class);
      SalvageReport report = salvage(damaged);
      assertThat(report.isComplete()).isFalse();
      assertThat(report.losses()).anyMatch(loss -> loss.contains("durable mark is damaged"));
    }
  }

  /** What a compaction left was durable, and pages lack what stood there. */
  @ParameterizedTest
  @ValueSource(strings = {"buffered", "buffered:placement=home"})
  void ofACompactionMakeNothingCertain(String device) {
    CrashDisk disk = new CrashDisk();
    SpatialStore store =
        SpatialStore.create(
            disk,
            StoreOptions.defaults()
                .withIndex("rtree")
                .withFlash("none:frames=40,log=64K")
                .withDevice(device)
                .withPageSize(512)
                .withSync(SyncMode.OP));
    int count = 0;
    for (; count < 400; count++) {
      insert(store, count);
    }
    int before;
    do { // ends behind a compaction
      before = disk.everything().bytes(LOG).length;
      insert(store, count++);
    } while (disk.everything().bytes(LOG).length >= before);
    DiskState state = disk.killed().everything();
    byte[] log = state.bytes(LOG);
    List<Integer> frames = frames(log);
    assertThat(frames).hasSizeGreaterThan(2);
    for (int end : frames.subList(1, frames.size() - 1)) {
      SalvageReport report = salvage(state.with(LOG, cut(log, end, 20)));
      assertThat(report.losses())
          .as("cut at %d", end)
          .anyMatch(loss -> loss.contains("what a compaction left"));
      assertThat(report.uncertainEntries()).isEqualTo(report.entries());
    }
  }

  /**
   * A header alone that is damaged costs nothing where a CHECKPOINT frame ends what was rewritten.
   */
  @Test
  void aDamagedHeaderAloneLeavesEntriesCertain() {
    CrashDisk disk = new CrashDisk();
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rtree")
            .withFlash("efind:buffer=32K")
            .withDevice("buffered")
            .withPageSize(512)
            .withSync(SyncMode.OP);
    try (SpatialStore store = SpatialStore.create(disk, options)) {
      for (int i = 0; i < 300; i++) {
        insert(store, i);
      }
      store.flush();
    }
    DiskState state = disk.everything();
    byte[] log = state.bytes(LOG);
    SalvageReport report = salvage(state.with(LOG, cut(log, log.length, 20)));
    assertThat(report.losses()).anyMatch(loss -> loss.contains("header is damaged"));
    assertThat(report.entries()).isEqualTo(300);
    assertThat(report.uncertainEntries()).isZero();
  }
}
