package org.flashgrove.unitspace.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.unitspace.UnitFileStats.UnitSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Size of the units of a new file, and what the drive says about it. */
class UnitSizeTest {
  private static final long MIB = 1 << 20;

  @TempDir private Path directory;

  private static UnitFileConfig config(String spec) {
    return UnitFileConfig.of(Spec.parse(spec));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "units:size=64G | 0 | 128 | DEFAULT",
        "units:size=64G | 4096 | 128 | DEFAULT",
        "units:size=64G | 134217728 | 128 | DEFAULT",
        "units:size=64G | 6291456 | 132 | DRIVE",
        "units:size=64G | 268435456 | 256 | DRIVE",
        "units:size=64G | 137438953472 | 128 | DEFAULT",
        "units:size=64G | 1000000 | 128 | DEFAULT",
        "units:size=2G | 268435456 | 128 | DEFAULT",
        "units:size=64G,unit=32M | 268435456 | 32 | SETTING",
      })
  void theUnitIsAMultipleOfTheGranularity(
      String spec, long granularity, long unit, UnitSource source) {
    UnitFileConfig config = config(spec);
    UnitFile.Shape shape = config.shape(granularity);
    assertThat(shape.unitBytes()).isEqualTo(unit * MIB);
    assertThat(shape.units() * shape.unitBytes()).isGreaterThan(unit * 11 * MIB);
    assertThat(config.source(shape)).isEqualTo(source);
    assertThat(config.suits(shape)).isTrue();
    assertThat(config("units:size=63G").suits(shape)).isFalse();
  }

  private void drive(String name, String discard, String best) throws IOException {
    Path queue = Files.createDirectories(directory.resolve("all").resolve(name).resolve("queue"));
    Files.writeString(queue.resolve("discard_granularity"), discard + "\n");
    Files.writeString(queue.resolve("optimal_io_size"), best + "\n");
  }

  @Test
  void theGranularityComesFromTheDriveOrTheDriveOfThePartition() throws IOException {
    drive("sda", "4096", "0");
    drive("sdb", "0", "1572864");
    Files.createDirectories(directory.resolve("all/sdb/sdb1"));
    Path devices = Files.createDirectories(directory.resolve("dev"));
    Files.createSymbolicLink(devices.resolve("8:0"), directory.resolve("all/sda"));
    Files.createSymbolicLink(devices.resolve("259:300"), directory.resolve("all/sdb/sdb1"));
    assertThat(DriveGranularity.of(devices, 8 << 8)).isEqualTo(4096);
    assertThat(DriveGranularity.of(devices, 259 << 8 | 300 & 0xFF | (300L & ~0xFF) << 12))
        .isEqualTo(1_572_864);
    assertThatThrownBy(() -> DriveGranularity.of(devices, 7 << 8))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(DriveGranularity.of(directory)).isGreaterThanOrEqualTo(0);
    assertThat(DriveGranularity.of(directory.resolve("missing"))).isZero();
  }

  /** Drives with sectors of 4 KiB refuse direct I/O of smaller pages. */
  @Test
  void smallPagesAreNotWrittenDirectly() {
    assertThat(config("units:page=2K").caching(RawFile.Caching.DIRECT))
        .isEqualTo(RawFile.Caching.BUFFERED);
    for (RawFile.Caching caching : RawFile.Caching.values()) {
      assertThat(config("units:page=4K").caching(caching)).isEqualTo(caching);
    }
  }
}
