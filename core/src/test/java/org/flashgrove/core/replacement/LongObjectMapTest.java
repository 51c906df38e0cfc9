package org.flashgrove.core.replacement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

class LongObjectMapTest {
  @Test
  void startsEmpty() {
    LongObjectMap<String> map = new LongObjectMap<>(0);
    assertThat(map.size()).isZero();
    assertThat(map.get(0)).isNull();
    assertThat(map.remove(0)).isNull();
    assertThat(map.values()).isEmpty();
  }

  @Test
  void agreesWithHashMap() {
    Random random = Seeds.random();
    for (int round = 0; round < 20; round++) {
      LongObjectMap<Integer> map = new LongObjectMap<>(random.nextInt(20));
      Map<Long, Integer> model = new HashMap<>();
      int range = 1 + random.nextInt(300);
      long stride = random.nextBoolean() ? 1 : random.nextLong();
      for (int step = 0; step < 5_000; step++) {
        long key = random.nextInt(range) * stride;
        if (random.nextInt(5) < 3) {
          map.put(key, step);
          model.put(key, step);
        } else {
          assertThat(map.remove(key)).isEqualTo(model.remove(key));
        }
        assertThat(map.size()).isEqualTo(model.size());
        long asked = random.nextInt(range) * stride;
        assertThat(map.get(asked)).isEqualTo(model.get(asked));
      }
      model.forEach((key, value) -> assertThat(map.get(key)).isEqualTo(value));
      assertThat(map.values()).containsExactlyInAnyOrderElementsOf(model.values());
    }
  }
}
