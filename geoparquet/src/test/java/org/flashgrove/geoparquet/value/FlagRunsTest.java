package org.flashgrove.geoparquet.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Levels are those that the Parquet library encoded. */
class FlagRunsTest {
  private static ByteBuffer bytes(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length);
    for (int each : values) {
      bytes.put((byte) each);
    }
    return bytes.flip();
  }

  /** Returns levels that are mostly equal to the level before them, or random. */
  private static int[] levels(Random random) {
    int[] levels = new int[1 + random.nextInt(3_000)];
    int changes = 1 + random.nextInt(random.nextBoolean() ? 3 : 600);
    for (int i = 1; i < levels.length; i++) {
      levels[i] = random.nextInt(changes) == 0 ? random.nextInt(2) : levels[i - 1];
    }
    return levels;
  }

  @Test
  void levelsAreThoseThatWereEncoded() throws IOException {
    Random random = Seeds.random();
    for (int i = 0; i < 300; i++) {
      int[] levels = levels(random);
      RunLengthBitPackingHybridEncoder encoder =
          new RunLengthBitPackingHybridEncoder(1, 64, 1 << 16, new HeapByteBufferAllocator());
      for (int each : levels) {
        encoder.writeInt(each);
      }
      FlagRuns runs = new FlagRuns(ByteBuffer.wrap(encoder.toBytes().toByteArray()));
      for (int each : levels) {
        assertThat(runs.next()).isEqualTo(each);
      }
    }
  }

  @Test
  void missingBytesOfTheLastPackedRunAreZero() throws IOException {
    FlagRuns runs = new FlagRuns(bytes(2 << 1 | 1, 0b10000001));
    for (int i = 0; i < 16; i++) {
      assertThat(runs.next()).isEqualTo(i == 0 || i == 7 ? 1 : 0);
    }
  }

  @Test
  void aLongRunHasItsLengthInSeveralBytes() throws IOException {
    FlagRuns runs = new FlagRuns(bytes(0x80 | 300 << 1 & 0x7f, 300 << 1 >> 7, 1, 2, 0));
    for (int i = 0; i < 301; i++) {
      assertThat(runs.next()).isEqualTo(i < 300 ? 1 : 0);
    }
    assertThatExceptionOfType(IOException.class).isThrownBy(runs::next);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1, 2, 3})
  void levelsThatEndEarlyAreRefused(int header) {
    FlagRuns runs = new FlagRuns(header < 0 ? bytes() : bytes(header));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(runs::next)
        .withMessage("levels that end too early");
  }

  @Test
  void aRunThatIsTooLongIsRefused() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(new FlagRuns(bytes(0xff, 0xff, 0xff, 0xff, 0x0f, 1))::next);
  }
}
