package org.flashgrove.core.replacement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

class LongIntMapTest {
  @Test
  void startsEmpty() {
    LongIntMap map = new LongIntMap(0);
    assertThat(map.size()).isZero();
    assertThat(map.get(0)).isEqualTo(LongIntMap.ABSENT);
    assertThat(map.remove(0)).isEqualTo(LongIntMap.ABSENT);
  }

  @Test
  void keepsAnyKey() {
    LongIntMap map = new LongIntMap(2);
    long[] keys = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, 7};
    for (int i = 0; i < keys.length; i++) {
      map.put(keys[i], i);
    }
    for (int i = 0; i < keys.length; i++) {
      assertThat(map.get(keys[i])).isEqualTo(i);
    }
    map.put(-1, 9);
    assertThat(map.get(-1)).isEqualTo(9);
    assertThat(map.size()).isEqualTo(keys.length);
  }

  @Test
  void agreesWithHashMap() {
    Random random = Seeds.random();
    for (int round = 0; round < 20; round++) {
      LongIntMap map = new LongIntMap(random.nextInt(20));
      Map<Long, Integer> model = new HashMap<>();
      int range = 1 + random.nextInt(300);
      long stride = random.nextBoolean() ? 1 : random.nextLong();
      for (int step = 0; step < 5_000; step++) {
        long key = random.nextInt(range) * stride;
        if (random.nextInt(5) < 3) {
          int value = random.nextInt(Integer.MAX_VALUE);
          map.put(key, value);
          model.put(key, value);
        } else {
          Integer removed = model.remove(key);
          assertThat(map.remove(key)).isEqualTo(removed == null ? LongIntMap.ABSENT : removed);
        }
        if (random.nextInt(500) == 0) {
          map.expect(random.nextInt(600));
        }
        assertThat(map.size()).isEqualTo(model.size());
        long asked = random.nextInt(range) * stride;
        assertThat(map.get(asked)).isEqualTo(model.getOrDefault(asked, LongIntMap.ABSENT));
      }
      model.forEach((key, value) -> assertThat(map.get(key)).isEqualTo(value));
    }
  }
}
