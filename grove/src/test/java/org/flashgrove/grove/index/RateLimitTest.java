package org.flashgrove.grove.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RateLimitTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void bytesComeNoFasterThanTheRate() {
    RateLimit limit = new RateLimit(1_000);
    long now = 7 * SECOND;
    long came = 0;
    for (int i = 0; i < 50; i++) {
      long bytes = 10 + i;
      came += bytes;
      now += limit.pause(bytes, now);
    }
    assertThat(now)
        .isBetween(7 * SECOND + came * 1_000_000L - 1_000, 7 * SECOND + came * 1_000_000L);
  }

  @Test
  void timeInWhichNothingCameIsNotMadeUpFor() {
    RateLimit limit = new RateLimit(1_000);
    assertThat(limit.pause(100, 0)).isEqualTo(SECOND / 10);
    assertThat(limit.pause(0, SECOND)).isZero();
    assertThat(limit.pause(500, 9 * SECOND)).isEqualTo(SECOND / 2);
    assertThat(limit.pause(500, 9 * SECOND + SECOND / 4)).isEqualTo(3 * SECOND / 4);
  }
}
