package org.flashgrove.spark.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

/** Bytes are read as they were appended, in memory and in the file. */
class ScratchBytesTest {
  @TempDir private Path directory;
  private final Random random = Seeds.random();

  @RepeatedTest(20)
  void bytesStayAsTheyWere() throws IOException {
    int piece = 1 + random.nextInt(200);
    int granted = random.nextInt(6);
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    Path file = directory.resolve("scratch");
    SealedStores.Granted memory = new SealedStores.Granted(granted);
    try (ScratchBytes scratch = new ScratchBytes(file, memory, piece)) {
      for (int i = random.nextInt(40); i > 0; i--) {
        byte[] added = new byte[random.nextInt(3 * piece)];
        random.nextBytes(added);
        int at = random.nextInt(added.length + 1);
        long start = scratch.append(added, at, added.length - at);
        assertThat(start).isEqualTo(expected.size());
        expected.write(added, at, added.length - at);
        assertThat(scratch.length()).isEqualTo(expected.size());
        requireSame(scratch, expected.toByteArray());
      }
      boolean exceeds = expected.size() > (granted + 1) * piece;
      assertThat(file.toFile().exists()).as("only further bytes go to a file").isEqualTo(exceeds);
      assertThatThrownBy(() -> scratch.read(expected.size(), new byte[1], 0, 1))
          .isInstanceOf(EOFException.class);
    }
    assertThat(memory.take(1)).as("memory is returned").isFalse();
  }

  private void requireSame(ScratchBytes scratch, byte[] all) throws IOException {
    int from = random.nextInt(all.length + 1);
    int length = random.nextInt(all.length - from + 1);
    byte[] read = new byte[length + 2];
    scratch.read(from, read, 1, length);
    assertThat(Arrays.copyOfRange(read, 1, length + 1))
        .isEqualTo(Arrays.copyOfRange(all, from, from + length));
    assertThat(read[0] + read[length + 1]).as("bytes beside").isZero();
  }
}
