package org.flashgrove.efind;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

class NodeOrderTest {
  @Test
  void idsAreSortedAndThoseBehindThemStay() {
    Random random = Seeds.random();
    NodeOrder order = new NodeOrder();
    for (int round = 0; round < 400; round++) {
      long[] ids = new long[random.nextInt(700)];
      int bits = 1 + random.nextInt(63);
      for (int i = 0; i < ids.length; i++) {
        ids[i] = random.nextLong() >>> Long.SIZE - bits;
      }
      int count = random.nextInt(ids.length + 1);
      long[] right = ids.clone();
      Arrays.sort(right, 0, count);
      order.sort(ids, count);
      assertThat(ids).isEqualTo(right);
    }
  }
}
