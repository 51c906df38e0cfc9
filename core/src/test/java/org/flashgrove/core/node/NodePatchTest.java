package org.flashgrove.core.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

/** Tests that the steps of a patch change bytes as copies between arrays do. */
class NodePatchTest {
  private static final int START = 24;
  private static final int SIZE = 200;

  @Test
  void stepsOfAnyLengthChangeTheirBytesOnly() {
    Random random = Seeds.random();
    for (int round = 0; round < 500; round++) {
      byte[] expected = new byte[START + SIZE + START];
      random.nextBytes(expected);
      ByteBuffer page = ByteBuffer.wrap(expected.clone()).order(ByteOrder.LITTLE_ENDIAN);
      byte[] source = new byte[SIZE];
      random.nextBytes(source);
      NodePatch patch = new NodePatch();
      for (int step = random.nextInt(5); step >= 0; step--) {
        int length = random.nextInt(30);
        int to = random.nextInt(SIZE - length + 1);
        int from = random.nextInt(SIZE - length + 1);
        if (random.nextBoolean()) {
          patch.move(from, to, length);
          System.arraycopy(expected, START + from, expected, START + to, length);
        } else {
          patch.write(to, source, from, length);
          System.arraycopy(source, from, expected, START + to, length);
        }
      }
      assertThat(NodePatch.apply(page, START, SIZE, patch.words(), 0, patch.count())).isTrue();
      assertThat(page.array()).isEqualTo(expected);
    }
  }
}
