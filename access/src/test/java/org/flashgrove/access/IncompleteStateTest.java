package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.kind.KindsUnderTest;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests stores without a log of commits that are synced and then killed. Opening such a store must
 * find everything that the sync saved, or throw an exception. An empty store or an older state is
 * never right, whichever frame of the log is damaged and wherever the log is cut.
 */
class IncompleteStateTest {
  private static final int PAGE = 512;
  private static final String LOG = "store.log";
  private static final int FIRST_FRAME = 48;
  private static final int FRAME_HEADER = 24;

  private DiskState state;
  private byte[] log;
  private Set<Model.Entry> saved;
  private int found;
  private int refused;

  private static SpatialStore store(CrashDisk disk, String index, String flash) {
    return SpatialStore.create(
        disk,
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash(flash)
            .withDevice("buffered")
            .withPageSize(PAGE)
            .withSync(SyncMode.CLOSE));
  }

  private static void insert(SpatialStore store, int from, int to) {
    for (int i = from; i < to; i++) {
      double x = i * 7919 % 1000;
      double y = i * 104729 % 997;
      store.insert(i, x, y, x, y);
    }
  }

  private void fill(String index, String flash) {
    CrashDisk disk = new CrashDisk().withoutRoom();
    SpatialStore store = store(disk, index, flash);
    insert(store, 0, 300);
    store.sync();
    insert(store, 300, 420);
    store.sync();
    insert(store, 420, 440);
    store.sync();
    saved = Model.read(store);
    state = disk.killed().everything();
    log = state.bytes(LOG);
    assertThat(saved).hasSize(440);
    outcome(log);
    assertThat(found).isOne();
    found = 0;
    store.close();
  }

  /** Returns the positions at which the frames of the log begin, and the end of the log. */
  private List<Integer> frames() {
    ByteBuffer bytes = ByteBuffer.wrap(log).order(ByteOrder.LITTLE_ENDIAN);
    List<Integer> frames = new ArrayList<>();
    int at = FIRST_FRAME;
    while (at < log.length) {
      frames.add(at);
      at += FRAME_HEADER + Long.BYTES * (bytes.getInt(at + 20) & 0xFF_FFFF);
    }
    assertThat(at).isEqualTo(log.length);
    frames.add(at);
    return frames;
  }

  /** Opens a damaged store. Fails unless all saved entries are found or the store is refused. */
  private void outcome(byte[] damaged) {
    for (boolean readOnly : new boolean[] {false, true}) {
      CrashDisk disk = new CrashDisk(state.with(LOG, damaged));
      try (SpatialStore store =
          readOnly ? SpatialStore.openReadOnly(disk) : SpatialStore.open(disk)) {
        assertThat(Model.read(store)).isEqualTo(saved);
        assertThat(Internals.tree(store.index()).check().problems()).isEmpty();
        found += readOnly ? 0 : 1;
      } catch (DamagedStoreException e) {
        refused += readOnly ? 0 : 1;
        byte[] left = disk.everything().bytes(LOG);
        assertThat(Arrays.copyOfRange(left, FIRST_FRAME, left.length))
            .as("what a refused opening leaves for salvage")
            .isEqualTo(Arrays.copyOfRange(damaged, FIRST_FRAME, damaged.length));
      }
    }
  }

  static Stream<Arguments> stores() {
    return Stream.of(
            Arguments.of("rstar", "rftl:buffer=16K"),
            Arguments.of("rstar", "lcr:buffer=16K"),
            Arguments.of("rtree", "arftl:buffer=16K"),
            Arguments.of("kdb:domain=0/0/1000/1000", "fkdb:buffer=16K"),
            Arguments.of("rstar", "gffm:buffer=16K"),
            Arguments.of("rstar", "efind:buffer=32K,log=0"),
            Arguments.of("fortree:capacity=5,x=1,y=2", "for:buffer=16K"))
        .filter(store -> KindsUnderTest.include(store.get()));
  }

  @KindTest
  @MethodSource("stores")
  void whateverFrameIsDamaged(String index, String flash) {
    fill(index, flash);
    List<Integer> frames = frames();
    for (int i = 0; i + 1 < frames.size(); i++) {
      int length = frames.get(i + 1) - frames.get(i);
      for (int at : new int[] {0, 9, FRAME_HEADER - 1, length - 1}) {
        byte[] damaged = log.clone();
        damaged[frames.get(i) + at] ^= 1;
        outcome(damaged);
      }
    }
    // Of the newest state none is missed; a CHECKPOINT frame behind it is not needed.
    assertThat(refused).isGreaterThanOrEqualTo(found).isPositive();
  }

  @KindTest
  @MethodSource("stores")
  void whereverTheLogIsCut(String index, String flash) {
    fill(index, flash);
    List<Integer> frames = frames();
    for (int end : frames) {
      outcome(Arrays.copyOf(log, end));
      outcome(Arrays.copyOf(log, Math.min(log.length, end + FRAME_HEADER)));
    }
    assertThat(refused).isGreaterThanOrEqualTo(found).isPositive();
  }

  /** The message must name the first missing frame and the state to which this frame belongs. */
  @KindTest
  @KindSource(
      delimiter = "|",
      value = {"rstar | lcr:buffer=16K", "rstar | gffm:buffer=16K"})
  void theMessageNamesWhatIsMissing(String index, String flash) {
    fill(index, flash);
    List<Integer> frames = frames();
    ByteBuffer bytes = ByteBuffer.wrap(log).order(ByteOrder.LITTLE_ENDIAN);
    int state = -1;
    for (int i = 0; i + 1 < frames.size(); i++) {
      state = bytes.get(frames.get(i) + 16) == 9 ? i : state; // the last STATE frame
    }
    byte[] damaged = log.clone();
    damaged[frames.get(state + 1) + FRAME_HEADER] ^= 1; // the CATALOG frame behind it
    long number = bytes.getLong(frames.get(state + 1) + 8);
    CrashDisk disk = new CrashDisk(this.state.with(LOG, damaged));
    assertThatThrownBy(() -> SpatialStore.open(disk))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("frame " + number)
        .hasMessageContaining("state of superblock");
  }
}
