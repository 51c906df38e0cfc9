package org.flashgrove.unitspace.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.CRC32C;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.FaultKind;
import org.flashgrove.storage.crash.FaultyDisk;
import org.flashgrove.storage.file.BuildDirectory;
import org.flashgrove.storage.file.DiskSpace;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.disk.DiskDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages in the units of a file, and the refusal of invalid files. */
class UnitFileTest {
  private static final UnitFile.Shape SHAPE = new UnitFile.Shape(4096, 64, 5);
  private static final RawFile.Caching BUFFERED = RawFile.Caching.BUFFERED;

  @TempDir(factory = BuildDirectory.class)
  private Path path;

  private final ByteBuffer bytes = AlignedBuffers.allocate(64 * 4096);

  private void fill(int value) {
    for (int i = 0; i < bytes.capacity(); i += Long.BYTES) {
      bytes.putLong(i, value == 0 ? 0 : value + i);
    }
  }

  private void changeAtRandom(StoreDirectory directory, RawFile.Caching caching) {
    Random random = Seeds.random();
    int[][] expected = new int[5][64];
    int[] written = new int[5];
    UnitFile file = UnitFile.create(directory, "units", caching, SHAPE);
    for (int step = 1; step < 600; step++) {
      int unit = random.nextInt(5);
      int room = 64 - written[unit];
      if (random.nextInt(8) == 0 || room == 0) {
        file.reset(unit);
        expected[unit] = new int[64];
        written[unit] = 0;
      } else if (random.nextInt(60) == 0) {
        file.flush();
        file.close();
        file = UnitFile.open(directory, "units", caching);
      } else {
        int count = 1 + random.nextInt(Math.min(room, 20));
        fill(step);
        file.append(unit, written[unit], 0, new int[count], bytes);
        for (int page = 0; page < count; page++) {
          expected[unit][written[unit] + page] = step + page * 4096;
        }
        written[unit] += count;
      }
      int first = random.nextInt(64);
      int count = 1 + random.nextInt(64 - first);
      fill(-1);
      file.read(unit, first, count, 0, bytes, 0);
      for (int page = 0; page < count; page++) {
        assertThat(bytes.getLong(page * 4096)).isEqualTo(expected[unit][first + page]);
      }
      assertThat(file.written(unit)).isEqualTo(-1);
    }
    assertThat(file.trims()).isPositive();
    file.close();
  }

  @Test
  void unitsOfADiskFileKeepTheirPages() {
    changeAtRandom(new DiskDirectory(path), BUFFERED);
  }

  @Test
  void unitsOfADirectFileKeepTheirPages() {
    if (DiskDirectory.takesDirect(path)) {
      changeAtRandom(new DiskDirectory(path), RawFile.Caching.DIRECT);
    }
  }

  /** A file in memory cannot discard. */
  @Test
  void aResetUnitReadsAsZerosIfThePlatformDoesNotDiscard() {
    UnitFile file = UnitFile.create(new MemoryDirectory(), "units", BUFFERED, SHAPE);
    fill(7);
    file.append(2, 0, 0, new int[64], bytes);
    file.reset(2);
    file.append(2, 0, 0, new int[3], bytes);
    file.read(2, 0, 64, 0, bytes, 0);
    assertThat(bytes.getLong(2 * 4096)).isEqualTo(7 + 2 * 4096);
    for (int page = 3; page < 64; page++) {
      assertThat(bytes.getLong(page * 4096)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = FaultKind.class,
      names = {"RESIZE_FAILS", "WRITE_FULL", "SYNC_FAILS", "DIRECTORY_SYNC_FAILS"})
  void aFileThatCannotBeCreatedIsRemoved(FaultKind fault) {
    FaultyDisk disk = new FaultyDisk(new CrashDisk());
    disk.arm(fault, 0, false);
    assertThatThrownBy(() -> UnitFile.create(disk, "units", BUFFERED, SHAPE))
        .isInstanceOf(StoreException.class);
    assertThat(disk.exists("units")).isFalse();
  }

  @Test
  void aResetReturnsTheDiskSpaceOfAUnit() throws Exception {
    UnitFile file = UnitFile.create(new DiskDirectory(path), "units", BUFFERED, SHAPE);
    fill(7);
    for (int unit = 0; unit < 5; unit++) {
      file.append(unit, 0, 0, new int[64], bytes);
    }
    file.flush();
    long full = diskBytes();
    for (int unit = 0; unit < 5; unit++) {
      file.reset(unit);
    }
    file.flush();
    file.close();
    assertThat(full).isGreaterThan(5 * 64 * 4096);
    assertThat(diskBytes()).isLessThan(20 * 4096);
  }

  private long diskBytes() throws Exception {
    return DiskSpace.bytesOf(path.resolve("units"));
  }

  private void rewriteHeader(int at, int value, boolean hasChecksum) {
    DiskDirectory directory = new DiskDirectory(path);
    try (RawFile file = directory.open("units", BUFFERED)) {
      ByteBuffer header = AlignedBuffers.allocate(4096);
      file.read(0, header, 0, 4096);
      header.putInt(at, value);
      if (hasChecksum) {
        CRC32C crc = new CRC32C();
        crc.update(header.duplicate().position(12));
        header.putInt(8, (int) crc.getValue());
      }
      file.write(0, header, 0, 4096);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, true, the file is not divided into units",
    "24, 7, false, the checksum does not match",
    "16, 1000, true, impossible sizes: 5 units of 64 pages of 1000 bytes",
    "16, 256, true, impossible sizes",
    "20, -1, true, impossible sizes",
    "24, 0, true, impossible sizes",
    "24, 2000000000, true, impossible sizes",
    "24, 6, true, '6 units of 64 pages of 4096 bytes take 1835008 bytes, but the file has 1572864'"
  })
  void hostileHeadersAreRefused(int at, int value, boolean hasChecksum, String message) {
    DiskDirectory directory = new DiskDirectory(path);
    UnitFile.create(directory, "units", BUFFERED, SHAPE).close();
    rewriteHeader(at, value, hasChecksum);
    assertThatThrownBy(() -> UnitFile.open(directory, "units", BUFFERED))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining(message)
        .hasMessageContaining("units")
        .hasMessageNotContaining("\n");
  }

  @Test
  void aNewerFormatIsRefused() {
    DiskDirectory directory = new DiskDirectory(path);
    UnitFile.create(directory, "units", BUFFERED, SHAPE).close();
    rewriteHeader(12, 2, true);
    assertThatThrownBy(() -> UnitFile.open(directory, "units", BUFFERED))
        .isInstanceOf(UnsupportedFormatException.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 100, 4096, 1_572_863})
  void truncatedFilesAreRefused(long length) {
    DiskDirectory directory = new DiskDirectory(path);
    UnitFile.create(directory, "units", BUFFERED, SHAPE).close();
    try (RawFile file = directory.open("units", BUFFERED)) {
      file.resize(length);
    }
    assertThatThrownBy(() -> UnitFile.open(directory, "units", BUFFERED))
        .isInstanceOf(StoreException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "units:size=1 | size=1 (allowed: a size from 1408M to 1024G)",
        "units:size=1G | size=1G (allowed: a size from 1408M to 1024G)",
        "units:size=1M,unit=1M,page=512,open=2,spare=0 | (allowed: a size from 9M to 128G)",
        "units:size=64M,unit=1M,page=1000 | powers of two from 512 to 64K",
        "units:size=64M,unit=1000000 | multiples of the page size",
        "units:size=64M,unit=16K | unit=16K (allowed: a size from 32K to 4G)",
        "units:unit=4G | use a smaller unit, or size=47244640256 or more",
        "units:size=128G,unit=4G,page=512,open=16,spare=0.9 | bytes; use a smaller unit",
        "units:size=4096G | a size from 1408M to 1024G",
        "units:size=64M,unit=1M,pages=4 | pages",
        "units:size=64M,unit=1M,open=1 | open",
      })
  void badSpecsAreRefused(String spec, String message) {
    assertThatThrownBy(() -> UnitFileConfig.of(Spec.parse(spec)))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(message);
  }
}
