package org.flashgrove.core.replacement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.flashgrove.core.memory.MemoryBudget;
import org.flashgrove.core.memory.MemoryShare;
import org.flashgrove.core.memory.MemoryUser;
import org.junit.jupiter.api.Test;

/** Tests caches in a process that has too little memory for a while. */
class SharedFramesTest {
  private static final int PAGE = 4096;
  private static final int LEAST_WHILE_SHORT = 64;
  private static final int MOST = 200;

  private final AtomicBoolean isShort = new AtomicBoolean();
  private final ReplacementPolicy policy =
      ReplacementPolicies.lru()
          .make(
              MOST,
              1,
              null,
              new CachedPages() {
                @Override
                public boolean mayEvict(int position) {
                  return true;
                }

                @Override
                public void evict(int[] positions, int count) {}
              });
  private final SharedFrames frames = new SharedFrames(policy, PAGE, 0, 4, () -> {});

  SharedFramesTest() {
    frames.stopGrowthWhen(isShort::get);
  }

  private void read(int from, int to) {
    for (int page = from; page < to; page++) {
      frames.missed(page);
      policy.admit(page, 0, 1, false);
    }
  }

  @Test
  void aCacheDoesNotGrowWhileMemoryIsShort() {
    read(0, 100);
    isShort.set(true);
    read(100, 400);
    assertThat(policy.size()).isEqualTo(100);
    isShort.set(false);
    read(400, 800);
    assertThat(policy.size()).isEqualTo(MOST);
  }

  @Test
  void aCacheGetsSomeFramesAlthoughMemoryIsShort() {
    isShort.set(true);
    read(0, 300);
    assertThat(policy.size()).isEqualTo(LEAST_WHILE_SHORT);
  }

  @Test
  void aCacheTakesNothingOfItsBudgetWhileMemoryIsShort() {
    MemoryBudget budget = new MemoryBudget(64 << 20);
    MemoryUser user = frames::giveBack;
    MemoryShare share = budget.open(user, 100 * PAGE, 16 * PAGE, 2_000 * PAGE, PAGE);
    frames.join(share, user);
    read(0, 100);
    isShort.set(true);
    long before = share.bytes();
    read(100, 400);
    assertThat(share.bytes()).isEqualTo(before);
    assertThat(policy.size()).isEqualTo(100);
    assertThat(frames.hasFree()).isFalse();
    isShort.set(false);
    read(400, 900);
    assertThat(policy.size()).isGreaterThan(MOST);
  }
}
