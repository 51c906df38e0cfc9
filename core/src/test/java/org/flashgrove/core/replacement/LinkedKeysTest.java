package org.flashgrove.core.replacement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

class LinkedKeysTest {
  private static List<Long> keys(LinkedKeys set) {
    List<Long> keys = new ArrayList<>();
    for (int at = set.first(); at != LinkedKeys.NONE; at = set.next(at)) {
      keys.add(set.key(at));
    }
    return keys;
  }

  @Test
  void startsEmpty() {
    LinkedKeys set = new LinkedKeys(0);
    assertThat(set.size()).isZero();
    assertThat(set.first()).isEqualTo(LinkedKeys.NONE);
    assertThat(set.contains(1)).isFalse();
    assertThat(set.position(1)).isEqualTo(LinkedKeys.NONE);
    assertThat(set.remove(1)).isEqualTo(LinkedKeys.NONE);
  }

  @Test
  void positionsStayWhileTheKeyIsThere() {
    LinkedKeys set = new LinkedKeys(1);
    int position = set.addLast(42);
    for (long key = 100; key < 200; key++) {
      set.addLast(key);
    }
    set.moveToLast(position);
    set.remove(150);
    assertThat(set.position(42)).isEqualTo(position);
    assertThat(set.key(position)).isEqualTo(42);
    assertThat(set.next(position)).isEqualTo(LinkedKeys.NONE);
  }

  @Test
  void agreesWithLinkedHashSet() {
    Random random = Seeds.random();
    for (int round = 0; round < 20; round++) {
      LinkedKeys set = new LinkedKeys(random.nextInt(8));
      LinkedHashSet<Long> model = new LinkedHashSet<>();
      for (int step = 0; step < 2_000; step++) {
        long key = random.nextInt(60) - 30;
        if (!model.contains(key)) {
          set.addLast(key);
          model.add(key);
        } else if (random.nextBoolean()) {
          set.moveToLast(set.position(key));
          model.remove(key);
          model.add(key);
        } else {
          int position = set.position(key);
          assertThat(set.remove(key)).isEqualTo(position);
          model.remove(key);
        }
        assertThat(set.size()).isEqualTo(model.size());
        assertThat(set.contains(key)).isEqualTo(model.contains(key));
      }
      assertThat(keys(set)).containsExactlyElementsOf(model);
    }
  }
}
