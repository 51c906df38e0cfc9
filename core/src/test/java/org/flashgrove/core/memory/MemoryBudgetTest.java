package org.flashgrove.core.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.replacement.CachedPages;
import org.flashgrove.core.replacement.ReplacementPolicies;
import org.flashgrove.core.replacement.ReplacementPolicy;
import org.flashgrove.core.replacement.SharedFrames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests how caches divide a budget, and that no byte of it gets lost. */
@Timeout(60)
class MemoryBudgetTest {
  private static final int PAGE = 4096;
  private static final int FRAMES = 512;
  private static final int LEAST_FRAMES = 16;

  /** A cache without pages, whose lock is its monitor. */
  private static final class Cache implements CachedPages {
    private final ReplacementPolicy policy;
    private final SharedFrames frames;
    private final MemoryShare share;
    private long misses;
    private boolean isOpening;

    Cache(MemoryBudget budget, int initialFrames) {
      this(budget, initialFrames, FRAMES);
    }

    Cache(MemoryBudget budget, int initialFrames, int mostFrames) {
      policy = ReplacementPolicies.lru().make(initialFrames, 1, null, this);
      frames = new SharedFrames(policy, PAGE, 0, LEAST_FRAMES, () -> {});
      MemoryUser user = this::giveBack;
      share =
          budget.open(
              user,
              (long) initialFrames * PAGE,
              (long) LEAST_FRAMES * PAGE,
              (long) mostFrames * PAGE,
              PAGE);
      frames.join(share, user);
    }

    synchronized void giveBack() {
      if (!isOpening) {
        frames.giveBack();
      }
    }

    synchronized void read(long page) {
      int position = policy.position(page);
      if (position >= 0) {
        policy.access(position, false);
        return;
      }
      misses++;
      frames.missed(page);
      policy.admit(page, 0, 1, false);
      assertThat(policy.size()).isLessThanOrEqualTo((int) policy.capacity());
      assertThat(policy.capacity() * PAGE)
          .isLessThanOrEqualTo(share.bytes() + share.owedBytes() + PAGE);
    }

    synchronized long missesSince() {
      long since = misses;
      misses = 0;
      return since;
    }

    @Override
    public boolean mayEvict(int position) {
      return true;
    }

    @Override
    public void evict(int[] positions, int count) {
      for (int i = 0; i < count; i++) {
        frames.evicted(policy.key(positions[i]));
      }
    }
  }

  private static MemoryBudget full(int caches) {
    MemoryBudget budget = new MemoryBudget(Runnable::run);
    for (int i = 0; i < caches; i++) {
      budget.extend((long) FRAMES / caches * PAGE);
    }
    return budget;
  }

  private static void read(Cache busy, int pages, Cache quiet, int few, Random random, int times) {
    for (int i = 0; i < times; i++) {
      busy.read(random.nextInt(pages));
      if (i % 4 == 0) {
        quiet.read(random.nextInt(few));
      }
    }
  }

  /** The working sets fit together, but neither division by halves nor the one before fits. */
  @Test
  void memoryFollowsTheCacheThatNeedsIt() {
    Random random = Seeds.random();
    MemoryBudget budget = full(2);
    Cache first = new Cache(budget, FRAMES / 2);
    Cache second = new Cache(budget, FRAMES / 2);
    for (int phase = 0; phase < 4; phase++) {
      Cache busy = phase % 2 == 0 ? first : second;
      Cache quiet = phase % 2 == 0 ? second : first;
      read(busy, 400, quiet, 40, random, 60_000);
      busy.missesSince();
      quiet.missesSince();
      read(busy, 400, quiet, 40, random, 10_000);
      assertThat(busy.missesSince()).as("of 10,000 reads of 400 pages").isLessThan(200);
      assertThat(quiet.missesSince()).as("of 2,500 reads of 40 pages").isLessThan(200);
      assertThat(budget.usedBytes()).isLessThanOrEqualTo(budget.bytes());
    }
  }

  /** Each step of this budget is 256 pages, but eight misses are enough for a request. */
  @Test
  void aCacheTakesNoMoreMemoryThanItsPagesNeed() {
    int half = 8192;
    int step = 256;
    MemoryBudget budget = new MemoryBudget(Runnable::run);
    budget.extend(2L * half * PAGE);
    Cache busy = new Cache(budget, half, 2 * half);
    Cache quiet = new Cache(budget, half, 2 * half);
    for (int page = 0; page < 6_000; page++) {
      quiet.read(page);
    }
    Random random = Seeds.random();
    for (int i = 0; i < 200_000; i++) {
      busy.read(random.nextInt(9_000));
    }
    assertThat(busy.share.bytes()).isLessThanOrEqualTo((9_000L + step) * PAGE);
    busy.missesSince();
    quiet.missesSince();
    for (int page = 0; page < 6_000; page++) {
      busy.read(page);
      quiet.read(page);
    }
    assertThat(busy.missesSince()).isZero();
    assertThat(quiet.missesSince()).isZero();
  }

  /** A cache cannot give back while its store replays the log. */
  @Test
  void aCacheThatCouldNotGiveBackIsAskedAgain() {
    Random random = Seeds.random();
    MemoryBudget budget = full(2);
    Cache busy = new Cache(budget, FRAMES / 2);
    Cache quiet = new Cache(budget, FRAMES / 2);
    quiet.isOpening = true;
    for (int i = 0; i < 20_000; i++) {
      busy.read(random.nextInt(400));
    }
    assertThat(quiet.share.isOwing()).isTrue();
    assertThat(busy.share.bytes()).isEqualTo((long) FRAMES / 2 * PAGE);
    quiet.isOpening = false;
    for (int i = 0; i < 60_000; i++) {
      busy.read(random.nextInt(400));
    }
    assertThat(quiet.share.isOwing()).isFalse();
    assertThat(busy.share.bytes()).isGreaterThanOrEqualTo(400L * PAGE);
  }

  @Test
  void twoEquallyBusyCachesKeepTheirHalves() {
    Random random = Seeds.random();
    MemoryBudget budget = full(2);
    Cache first = new Cache(budget, FRAMES / 2);
    Cache second = new Cache(budget, FRAMES / 2);
    for (int i = 0; i < 200_000; i++) {
      first.read(random.nextInt(600));
      second.read(random.nextInt(600));
    }
    assertThat(first.share.bytes()).isBetween((long) FRAMES / 4 * PAGE, FRAMES * 3L / 4 * PAGE);
    assertThat(second.share.bytes()).isBetween((long) FRAMES / 4 * PAGE, FRAMES * 3L / 4 * PAGE);
  }

  /** More memory would save none of the reads of a scan. */
  @Test
  void aScanTakesNoMemoryFromOthers() {
    Random random = Seeds.random();
    MemoryBudget budget = full(2);
    Cache scanned = new Cache(budget, FRAMES / 2);
    Cache used = new Cache(budget, FRAMES / 2);
    for (int i = 0; i < 100_000; i++) {
      scanned.read(i % 20_000);
      used.read(random.nextInt(FRAMES / 2));
    }
    assertThat(used.share.bytes()).isGreaterThanOrEqualTo((long) FRAMES / 2 * PAGE);
    assertThat(used.misses).isLessThan(1_000);
  }

  @Test
  void aCacheTakesWhatIsFreeAndGivesItBackWhenClosed() {
    MemoryBudget budget = new MemoryBudget((long) FRAMES * PAGE);
    Cache cache = new Cache(budget, LEAST_FRAMES);
    for (int page = 0; page < 300; page++) {
      cache.read(page);
    }
    assertThat(cache.misses).isEqualTo(300);
    assertThat(cache.policy.size()).isEqualTo(300);
    assertThat(budget.usedBytes()).isEqualTo(cache.share.bytes());
    cache.frames.close();
    assertThat(budget.usedBytes()).isZero();
    assertThat(cache.share.grow(PAGE)).isFalse();
  }

  /** Caches of several stores read, and are opened and closed, at the same time. */
  @Test
  void noMemoryIsLostBetweenThreads() throws InterruptedException {
    MemoryBudget budget = new MemoryBudget((long) FRAMES * PAGE);
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Random random = new Random(Seeds.random().nextLong() + i);
      threads.add(
          new Thread(
              () -> {
                try {
                  for (int round = 0; round < 20; round++) {
                    Cache cache = new Cache(budget, LEAST_FRAMES);
                    int pages = 1 + random.nextInt(400);
                    for (int read = 0; read < 5_000; read++) {
                      cache.read(random.nextInt(pages));
                    }
                    synchronized (cache) {
                      cache.frames.close();
                    }
                  }
                } catch (Throwable e) {
                  failures.add(e);
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).isEmpty();
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void memoryOfAForgottenCacheComesBack() {
    MemoryBudget budget = new MemoryBudget((long) FRAMES * PAGE);
    new Cache(budget, 100).read(1);
    while (budget.usedBytes() > LEAST_FRAMES * PAGE) {
      System.gc(); // the test's time limit ends it
      Cache other = new Cache(budget, LEAST_FRAMES);
      other.frames.close();
    }
    assertThat(budget.usedBytes()).isLessThanOrEqualTo(LEAST_FRAMES * PAGE);
  }

  @Test
  void aBudgetHasALeastSize() {
    assertThatThrownBy(() -> new MemoryBudget(1_000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("memory budget of 1000 bytes (allowed: at least 65536)");
  }
}
