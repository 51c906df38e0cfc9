package org.flashgrove.simulator.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

class TimelineTest {
  @Test
  void takesTheFirstGap() {
    Random random = Seeds.random();
    for (int round = 0; round < 200; round++) {
      int duration = 1 + random.nextInt(20);
      Timeline timeline = new Timeline(duration);
      List<Long> starts = new ArrayList<>();
      long now = 0;
      for (int i = 0; i < 100; i++) {
        if (random.nextInt(5) == 0) {
          now += random.nextInt(60);
          timeline.forgetBefore(now);
        }
        long ready = now + random.nextInt(random.nextBoolean() ? 30 : 1500);
        long expected = firstGap(starts, ready, duration);
        assertThat(timeline.place(ready)).isEqualTo(expected + duration);
        starts.add(expected);
      }
    }
  }

  private static long firstGap(List<Long> starts, long ready, int duration) {
    long start = ready;
    boolean moved = true;
    while (moved) {
      moved = false;
      for (long other : starts) {
        if (start < other + duration && other < start + duration) {
          start = other + duration;
          moved = true;
        }
      }
    }
    return start;
  }

  @Test
  void noTimeTakesNoPlace() {
    Timeline timeline = new Timeline(0);
    assertThat(timeline.place(5)).isEqualTo(5);
    assertThat(timeline.place(5)).isEqualTo(5);
  }
}
