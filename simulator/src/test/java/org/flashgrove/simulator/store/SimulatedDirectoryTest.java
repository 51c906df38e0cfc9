package org.flashgrove.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.flashgrove.simulator.figures.Cause.CHANGE;
import static org.flashgrove.simulator.figures.Cause.COMPACTION;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.device.ForwardingDevice;
import org.flashgrove.simulator.device.NandSpec;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.device.SimulatedDevices;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WriteMatrix;
import org.flashgrove.storage.file.FileRanges;
import org.flashgrove.storage.file.RawFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatedDirectoryTest {
  private static final int LONGEST = 400_000;

  private static PageOrigins origins(String name) {
    return PageOrigins.always(Origin.HEAP);
  }

  private static SimulatedDirectory format(SimulatedDevice device) {
    return SimulatedDirectory.format(device, true, 1, SimulatedDirectoryTest::origins);
  }

  private static SimulatedDirectory mount(SimulatedDevice device) {
    return SimulatedDirectory.mount(device, 1, SimulatedDirectoryTest::origins);
  }

  private static ByteBuffer bytes(byte[] content) {
    return AlignedBuffers.allocate(Math.max(1, content.length)).put(0, content);
  }

  private static byte[] content(SimulatedDirectory directory, String name) {
    try (RawFile file = directory.open(name, RawFile.Caching.DIRECT)) {
      ByteBuffer into = AlignedBuffers.allocate((int) file.sizeBytes() + 1);
      byte[] content = new byte[file.read(0, into, 0, (int) file.sizeBytes())];
      into.get(0, content);
      return content;
    }
  }

  /**
   * Files on a device in units can have more chunks than pages with content fit on the device, and
   * a write that does not fit fails before it changes anything.
   */
  @Test
  void aFullDeviceInUnitsTakesContentWhereOtherContentWasDiscarded() {
    SimulatedDevice device =
        SimulatedDevices.of(Spec.parse("zns:chip=thesis,size=4M,zone=32K,open=4")).open();
    SimulatedDirectory directory = format(device);
    long capacity = device.capacityPages();
    assertThat(device.pageCount()).isEqualTo(2048);
    assertThat(capacity).isLessThan(1800);
    byte[] chunk = new byte[65_536];
    Arrays.fill(chunk, (byte) 7);
    ByteBuffer buffer = bytes(chunk);
    try (RawFile file = directory.create("f", RawFile.Caching.DIRECT)) {
      int chunks = 0;
      for (boolean isFull = false; !isFull; chunks += isFull ? 0 : 1) {
        try {
          file.write(chunks * 65_536L, buffer, 0, 65_536);
        } catch (StoreIoException e) {
          assertThat(e).hasMessageContaining("ENOSPC").hasMessageContaining("is full");
          isFull = true;
        }
      }
      assertThat(32L * chunks).isBetween(capacity - 80, capacity);
      assertThat(file.sizeBytes()).isEqualTo(chunks * 65_536L);
      file.discard(0, 10 * 65_536);
      for (int more = 0; more < 10; more++) {
        file.write((chunks + more) * 65_536L, buffer, 0, 65_536);
      }
      long end = chunks * 65_536L;
      assertThatThrownBy(() -> file.write(0, buffer, 0, 65_536))
          .isInstanceOf(StoreIoException.class)
          .hasMessageContaining("ENOSPC");
      byte[] expected = new byte[(int) end + 10 * 65_536];
      Arrays.fill(expected, 10 * 65_536, expected.length, (byte) 7);
      assertThat(content(directory, "f")).isEqualTo(expected);
    }
  }

  /** A file that does not fit releases the chunks that it had allocated before it failed. */
  @Test
  void aFileThatDoesNotFitTakesNoSpace() {
    SimulatedDirectory directory = format(NandSpec.parse("nand:block=16,blocks=256").open());
    long free;
    try (RawFile large = directory.create("large", RawFile.Caching.DIRECT)) {
      large.resize(100_000);
      assertThatThrownBy(() -> large.resize(1L << 30)).hasMessageContaining("ENOSPC");
      assertThat(large.sizeBytes()).isEqualTo(100_000);
      directory.sync();
      assertThat(directory.usedBytes()).isEqualTo(2 * 65_536);
      free = directory.device().pageCount() * 2048 - 4 * 65_536;
    }
    try (RawFile other = directory.create("other", RawFile.Caching.DIRECT)) {
      other.resize(free);
    }
  }

  /** A device that fails a write at request. */
  private static final class FailingDevice extends ForwardingDevice {
    private boolean fails;

    FailingDevice(SimulatedDevice device) {
      super(device);
    }

    @Override
    public void write(long first, int count, Origin origin, ByteBuffer from) {
      if (fails) {
        throw new StoreIoException("injected failure");
      }
      super.write(first, count, origin, from);
    }
  }

  @Test
  void aTruncationThatFailsLeavesTheFileItsChunks() {
    FailingDevice device = new FailingDevice(NandSpec.parse("nand:block=16,blocks=256").open());
    SimulatedDirectory directory = format(device);
    byte[] expected = new byte[LONGEST];
    Arrays.fill(expected, (byte) 7);
    try (RawFile file = directory.create("f", RawFile.Caching.DIRECT);
        RawFile other = directory.create("other", RawFile.Caching.DIRECT)) {
      file.write(0, bytes(expected), 0, LONGEST);
      directory.sync();
      device.fails = true;
      assertThatThrownBy(() -> file.resize(1_000)).hasMessageContaining("injected");
      device.fails = false;
      directory.sync();
      for (int i = 0; i < 20; i++) {
        other.write(i * 65_536L, bytes(new byte[65_536]), 0, 65_536);
      }
      assertThat(content(directory, "f")).isEqualTo(expected);
    }
  }

  @Test
  void aRunIsOneRequestAndAPartIsReadFirst() {
    SimulatedDevice device = NandSpec.parse("nand:block=16,blocks=256").open();
    SimulatedDirectory directory = format(device);
    try (RawFile file = directory.create("f", RawFile.Caching.DIRECT)) {
      file.resize(65_536);
      file.sync();
      device.resetFigures();
      ByteBuffer buffer = AlignedBuffers.allocate(65_536);
      file.write(0, buffer, 0, 16_384); // 8 pages
      file.write(20_480, buffer, 0, 512); // a part of page 10: read, written
      file.write(20_992, buffer, 0, 512); // remembered: written
      file.write(2_048 * 12 - 100, buffer, 0, 200); // parts of pages 11 and 12
      file.read(1, buffer, 0, 4096); // 3 pages
      DeviceStats figures = device.figures();
      assertThat(device.latency(OperationKind.WRITE).count()).isEqualTo(4);
      assertThat(figures.hostPageWrites()).isEqualTo(8 + 1 + 1 + 2);
      assertThat(device.latency(OperationKind.READ).count()).isEqualTo(1 + 2 + 1);
      assertThat(figures.hostPageReads()).isEqualTo(1 + 2 + 3);
      assertThat(figures.programs().of(Origin.HEAP)).isEqualTo(figures.hostPageWrites());
    }
  }

  /** Nanoseconds for reading single pages of a file together; 24 µs to sense one, 48 to move it. */
  private static long nanosOfReads(String keys, int depth, int... pages) {
    SimulatedDevice device =
        NandSpec.parse(
                "nand:planes=1,page=2048,oob=16,block=8,blocks=512,op=100%,read=24,bus=43,"
                    + "timing=parallel,depth="
                    + depth
                    + ","
                    + keys)
            .open();
    SimulatedDirectory directory =
        SimulatedDirectory.format(device, true, depth, SimulatedDirectoryTest::origins);
    try (RawFile file = directory.create("f", RawFile.Caching.DIRECT)) {
      ByteBuffer buffer = AlignedBuffers.allocate(16 * 2048);
      for (int page = 0; page < 16; page++) {
        buffer.putInt(page * 2048, page);
      }
      file.write(0, buffer, 0, 16 * 2048);
      device.drain();
      FileRanges ranges = new FileRanges();
      for (int i = 0; i < pages.length; i++) {
        ranges.add(2048L * pages[i], 2048 * i, 2048);
      }
      long start = device.nowNanos();
      if (depth == 1) {
        for (int i = 0; i < pages.length; i++) {
          file.read(2048L * pages[i], buffer, 2048 * i, 2048);
        }
      } else {
        assertThat(file.readTogether(ranges, buffer, depth)).isTrue();
      }
      for (int i = 0; i < pages.length; i++) {
        assertThat(buffer.getInt(2048 * i)).isEqualTo(pages[i]);
      }
      return device.nowNanos() - start;
    }
  }

  @Test
  void readsHandedOverTogetherAreUnderWayTogether() {
    int[] onFourChannels = {0, 5, 10, 15};
    assertThat(nanosOfReads("channels=4", 1, onFourChannels)).isEqualTo(4 * 72_000);
    assertThat(nanosOfReads("channels=4", 2, onFourChannels)).isEqualTo(2 * 72_000);
    assertThat(nanosOfReads("channels=4", 4, onFourChannels)).isEqualTo(72_000);
    // a reader has the content then, however many requests may be under way
    assertThat(nanosOfReads("channels=4", 64, 3)).isEqualTo(72_000);
  }

  /** As in {@code ClosedLoopTest}: on one channel, two pages of one die, then two of the other. */
  @Test
  void aDeviceThatPicksStartsOneOnEachDieInTurn() {
    int[] byDie = {0, 2, 5, 7};
    assertThat(nanosOfReads("channels=1,ways=2", 4, byDie)).isEqualTo(264_000);
    assertThat(nanosOfReads("channels=1,ways=2,reorder=on", 4, byDie)).isEqualTo(216_000);
  }

  @Test
  void rangesEndWhereTheFileDoes() {
    SimulatedDevice device = NandSpec.parse("nand:block=16,blocks=256").open();
    SimulatedDirectory directory =
        SimulatedDirectory.format(device, true, 4, SimulatedDirectoryTest::origins);
    try (RawFile file = directory.create("f", RawFile.Caching.BUFFERED)) {
      ByteBuffer buffer = AlignedBuffers.allocate(8192);
      for (int i = 0; i < 8192; i++) {
        buffer.put(i, (byte) (i % 251));
      }
      file.write(0, buffer, 0, 5000); // its end waits in memory
      FileRanges ranges = new FileRanges();
      ranges.add(4000, 0, 2000);
      ranges.add(9000, 2000, 100);
      ranges.add(100, 2100, 3000);
      ByteBuffer into = AlignedBuffers.allocate(8192);
      assertThat(file.readTogether(ranges, into, 4)).isTrue();
      assertThat(ranges.read(0)).isEqualTo(1000);
      assertThat(ranges.read(1)).isZero();
      assertThat(ranges.read(2)).isEqualTo(3000);
      assertThat(into.slice(0, 1000)).isEqualTo(buffer.slice(4000, 1000));
      assertThat(into.slice(2100, 3000)).isEqualTo(buffer.slice(100, 3000));
      ranges.add(-1, 0, 10);
      assertThatThrownBy(() -> file.readTogether(ranges, into, 4))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void theEndOfABufferedFileWaits() {
    SimulatedDevice device = NandSpec.parse("nand:block=16,blocks=256").open();
    SimulatedDirectory directory = format(device);
    try (RawFile file = directory.create("f", RawFile.Caching.BUFFERED)) {
      ByteBuffer buffer = bytes(new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
      file.write(0, buffer, 0, 8);
      file.sync();
      device.resetFigures();
      for (int i = 1; i < 256; i++) {
        file.write(i * 8L, buffer, 0, 8);
        assertThat(device.figures().hostPageWrites()).isEqualTo(i == 255 ? 1 : 0);
      }
      file.write(2048, buffer, 0, 8);
      assertThat(device.figures().hostPageWrites()).isEqualTo(1);
      ByteBuffer read = AlignedBuffers.allocate(16);
      assertThat(file.read(2044, read, 0, 16)).isEqualTo(12);
      assertThat(read.getLong(4)).isEqualTo(buffer.getLong(0));
      assertThat(device.figures().hostPageReads()).isEqualTo(1);
      file.sync();
      assertThat(device.figures().hostPageWrites()).isEqualTo(2);
      file.write(2056, buffer, 0, 8);
    }
    directory.close();
    assertThat(content(mount(device), "f")).hasSize(2064);
  }

  @Test
  void ofTwoCatalogsTheNewerCounts() {
    SimulatedDevice device = NandSpec.parse("nand:block=16,blocks=256").open();
    assertThatThrownBy(() -> mount(device)).isInstanceOf(DamagedStoreException.class);
    SimulatedDirectory directory = format(device);
    directory.create("a", RawFile.Caching.DIRECT).close();
    directory.sync();
    directory.create("b", RawFile.Caching.DIRECT).close();
    assertThat(mount(device).exists("a")).isTrue();
    assertThat(mount(device).exists("b")).isFalse();
    directory.close();
    assertThat(mount(device).exists("b")).isTrue();
    assertThatThrownBy(() -> mount(device).open("c", RawFile.Caching.DIRECT))
        .isInstanceOf(StoreIoException.class);
  }

  @Test
  void bytesAddedAreZeroWhateverStoodThere() {
    SimulatedDevice device = NandSpec.parse("nand:block=16,blocks=256").open();
    SimulatedDirectory directory = format(device);
    byte[] full = new byte[100_000];
    Arrays.fill(full, (byte) 7);
    try (RawFile file = directory.create("f", RawFile.Caching.DIRECT)) {
      file.write(0, bytes(full), 0, full.length);
      file.resize(5_000);
      file.resize(100_000);
    }
    byte[] expected = Arrays.copyOf(Arrays.copyOf(full, 5_000), 100_000);
    assertThat(content(directory, "f")).isEqualTo(expected);
    directory.delete("f");
    directory.sync();
    // a device that is not blank: the chunks are taken anew
    SimulatedDirectory again =
        SimulatedDirectory.format(device, false, 1, SimulatedDirectoryTest::origins);
    try (RawFile file = again.create("g", RawFile.Caching.DIRECT)) {
      file.resize(100_000);
    }
    assertThat(content(again, "g")).isEqualTo(new byte[100_000]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nand:block=16,blocks=256",
        "nand:block=16,blocks=256,buffer=32K",
        "nand:page=512,block=16,blocks=1024,op=15%",
        "nand:page=4K,block=8,blocks=256,buffer=64K,capacitor=on"
      })
  void whatWasSyncedAndLeftAloneSurvivesPowerCuts(String spec) {
    Random random = Seeds.random();
    SimulatedDevice device = NandSpec.parse(spec).open();
    SimulatedDirectory directory = format(device);
    Map<String, byte[]> files = new HashMap<>();
    for (int cut = 0; cut < Repetitions.of(15, 40); cut++) {
      for (int i = random.nextInt(8); i >= 0; i--) {
        change(directory, files, new HashSet<>(), random);
      }
      for (String name : files.keySet()) {
        try (RawFile file = directory.open(name, RawFile.Caching.BUFFERED)) {
          file.sync();
        }
      }
      directory.sync();
      Map<String, byte[]> synced = new HashMap<>(files);
      Set<String> touched = new HashSet<>();
      device.cutPowerAt(1 + random.nextInt(150));
      try {
        while (true) {
          change(directory, files, touched, random);
        }
      } catch (PowerLossException e) {
        device.restart();
      }
      directory = mount(device);
      files.clear();
      for (Map.Entry<String, byte[]> entry : synced.entrySet()) {
        if (!touched.contains(entry.getKey())) {
          byte[] found = content(directory, entry.getKey());
          assertThat(found.length).isGreaterThanOrEqualTo(entry.getValue().length);
          assertThat(found).isEqualTo(Arrays.copyOf(entry.getValue(), found.length));
        }
      }
      for (int i = 0; i < 6; i++) {
        if (directory.exists("f" + i)) {
          files.put("f" + i, content(directory, "f" + i));
        }
      }
    }
  }

  /** Changes a file at random; notes its name, and the one it replaces, before. */
  private static void change(
      SimulatedDirectory directory, Map<String, byte[]> files, Set<String> touched, Random random) {
    String name = "f" + random.nextInt(6);
    touched.add(name);
    int what = random.nextInt(12);
    if (!files.containsKey(name)) {
      directory.create(name, RawFile.Caching.DIRECT).close();
      files.put(name, new byte[0]);
    } else if (what == 0) {
      directory.delete(name);
      files.remove(name);
    } else if (what == 1) {
      String other = "f" + random.nextInt(6);
      if (!other.equals(name)) {
        touched.add(other);
        directory.rename(name, other);
        files.put(other, files.remove(name));
      }
    } else if (what == 2) {
      directory.sync();
    } else {
      RawFile.Caching caching =
          random.nextBoolean() ? RawFile.Caching.DIRECT : RawFile.Caching.BUFFERED;
      try (RawFile file = directory.open(name, caching)) {
        files.put(name, write(file, files.get(name), what, random));
      }
    }
  }

  private static byte[] write(RawFile file, byte[] before, int what, Random random) {
    if (what == 3) {
      int size = random.nextInt(Math.min(LONGEST, 2 * before.length + 1));
      file.resize(size);
      return Arrays.copyOf(before, size);
    }
    int offset = random.nextInt(Math.min(LONGEST, before.length + 5_000));
    byte[] piece = new byte[1 + random.nextInt(random.nextInt(10) == 0 ? 80_000 : 5_000)];
    random.nextBytes(piece);
    file.write(offset, bytes(piece), 0, piece.length);
    byte[] after = Arrays.copyOf(before, Math.max(before.length, offset + piece.length));
    System.arraycopy(piece, 0, after, offset, piece.length);
    ByteBuffer read = AlignedBuffers.allocate(after.length);
    assertThat(file.read(0, read, 0, after.length)).isEqualTo(after.length);
    byte[] found = new byte[after.length];
    read.get(0, found);
    assertThat(found).isEqualTo(after);
    return after;
  }

  @Test
  void eachWrittenPageHasACause() {
    SimulatedDevice device = NandSpec.parse("nand:block=16,blocks=256").open();
    SimulatedDirectory directory =
        SimulatedDirectory.format(
            device,
            true,
            1,
            name -> PageOrigins.always(Origin.LOG, name.equals("log") ? CHANGE : COMPACTION));
    ByteBuffer buffer = AlignedBuffers.allocate(65_536);
    try (RawFile file = directory.create("log.new", RawFile.Caching.BUFFERED)) {
      device.resetFigures();
      file.write(0, buffer, 0, 3 * 2_048 + 10); // the last page waits
      file.write(3 * 2_048 + 10, buffer, 0, 10);
      assertThat(device.figures().writes()).hasToString("log.compaction=3");
      file.sync();
      directory.rename("log.new", "log");
      directory.sync();
      WriteMatrix synced = device.figures().writes();
      assertThat(synced.of(Origin.LOG, COMPACTION)).isEqualTo(4);
      long catalogs = synced.of(Origin.MAP, Cause.CHECKPOINT);
      assertThat(synced.total()).isEqualTo(4 + catalogs).isGreaterThan(5);
      device.resetFigures();
      file.write(3 * 2_048 + 20, buffer, 0, 2_048); // completes a programmed page
      file.sync();
      file.write(4 * 2_048 + 20, buffer, 0, 5); // changes the page that was synced
      file.sync();
      file.write(2_048, buffer, 0, 2_048);
      file.write(100, buffer, 0, 2 * 2_048); // pages 0 and 2 in part
      file.sync();
      assertThat(device.figures().writes()).hasToString("log.change=3 log.read_modify_write=4");
    }
  }
}
