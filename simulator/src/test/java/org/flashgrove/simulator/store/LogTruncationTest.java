package org.flashgrove.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.device.SimulatedDevices;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.storage.file.RawFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Truncates the file of a log, syncs it and cuts the power. The old tail could contain valid
 * frames, so it must not come back.
 */
class LogTruncationTest {
  /** The length of the file can grow to this number of bytes by a power loss. */
  private static final int CHUNK_BYTES = 65_536;

  private static final int MOST_BYTES = 150_000;

  /** A multiple of the page size of each device. If it divides a length, no page is cut. */
  private static final int PAGE_BYTES = 4_096;

  private static PageOrigins origins(String name) {
    return PageOrigins.always(name.equals("log") ? Origin.LOG : Origin.HEAP);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nand:block=16,blocks=256",
        "nand:page=512,block=8,blocks=512,op=40%,unit=4K,open=3",
        "nand:block=8,blocks=512,op=28%,unit=64K",
        "fdp:chip=thesis,size=4M,ru=16K,op=30%,handles=4,unit=16K",
        "zns:chip=thesis,size=4M,zone=32K,open=4"
      })
  void aTailThatASyncedTruncationRemovedStaysGone(String spec) {
    Random random = Seeds.random();
    SimulatedDevice device = SimulatedDevices.of(Spec.parse(spec)).open();
    SimulatedDirectory directory =
        SimulatedDirectory.format(device, true, 1, LogTruncationTest::origins);
    directory.create("log", RawFile.Caching.BUFFERED).close();
    directory.create("other", RawFile.Caching.DIRECT).close();
    for (int cut = 0; cut < Repetitions.of(40, 400); cut++) {
      byte[] expected = new byte[2 * PAGE_BYTES + random.nextInt(MOST_BYTES)];
      random.nextBytes(expected);
      try (RawFile log = directory.open("log", RawFile.Caching.BUFFERED);
          RawFile other = directory.open("other", RawFile.Caching.DIRECT)) {
        write(log, expected);
        log.sync();
        write(other, new byte[MOST_BYTES]);
        for (int hole = random.nextInt(60); hole > 0; hole--) {
          other.discard(random.nextInt(MOST_BYTES - PAGE_BYTES), PAGE_BYTES);
        }
        int removed = random.nextInt(Math.min(expected.length - PAGE_BYTES, CHUNK_BYTES / 2));
        int kept = expected.length - removed;
        expected = Arrays.copyOf(expected, random.nextBoolean() ? kept : kept & -PAGE_BYTES);
        log.resize(expected.length);
        log.sync();
      }
      device.cutPower();
      device.restart();
      directory = SimulatedDirectory.mount(device, 1, LogTruncationTest::origins);
      try (RawFile log = directory.open("log", RawFile.Caching.BUFFERED)) {
        byte[] found = new byte[(int) log.sizeBytes()];
        ByteBuffer into = AlignedBuffers.allocate(found.length);
        assertThat(log.read(0, into, 0, found.length)).isEqualTo(found.length);
        into.get(0, found);
        assertThat(found.length).isBetween(expected.length, expected.length + CHUNK_BYTES);
        int difference = Arrays.mismatch(found, Arrays.copyOf(expected, found.length));
        assertThat(difference).as("first byte that differs").isEqualTo(-1);
      }
    }
  }

  private static void write(RawFile file, byte[] content) {
    file.resize(content.length);
    ByteBuffer from = AlignedBuffers.allocate(content.length).put(0, content);
    file.write(0, from, 0, content.length);
  }
}
