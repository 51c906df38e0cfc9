package org.flashgrove.core.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

class WordBytesTest {
  @Test
  void bytesOfWordsBeginWithTheLeast() {
    Random random = Seeds.random();
    WordBytes bytes = new WordBytes();
    for (int count : new int[] {0, 1, 600, 3, 2_000}) {
      long[] words = random.longs(count + 2).toArray();
      ByteBuffer found = bytes.of(words, 1, count);
      assertThat(found.capacity()).isEqualTo(Long.BYTES * count);
      for (int i = 0; i < Long.BYTES * count; i++) {
        assertThat(found.get(i))
            .isEqualTo((byte) (words[1 + i / Long.BYTES] >>> Byte.SIZE * (i % Long.BYTES)));
      }
      for (int i = 0; i < count; i++) {
        assertThat(found.getLong(Long.BYTES * i)).isEqualTo(words[1 + i]);
      }
    }
    bytes.free();
    assertThat(bytes.of(new long[] {258}, 0, 1).get(1)).isEqualTo((byte) 1);
  }
}
