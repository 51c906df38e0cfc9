package org.flashgrove.core.replacement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.Spec;
import org.junit.jupiter.api.Test;

/** What every replacement policy promises. */
abstract class PolicyContract {
  private static final int STEPS = 2_000;

  private final String spec;

  PolicyContract(String spec) {
    this.spec = spec;
  }

  TraceBuffer buffer(long frames) {
    return new TraceBuffer(spec, frames);
  }

  /** Returns the naive model of the policy for a number of frames, or null if there is none. */
  NaivePolicy model(int frames) {
    return null;
  }

  private static long skewed(Random random, int range) {
    return random.nextInt(1 + random.nextInt(range));
  }

  /** A pinned page may stay until another page comes. */
  @Test
  void aChangedCapacityHoldsAtOnce() {
    Random random = Seeds.random();
    TraceBuffer buffer = buffer(20);
    if (!buffer.policy.isResizable()) {
      assertThatThrownBy(() -> buffer.policy.capacity(10))
          .isInstanceOf(UnsupportedOperationException.class);
      return;
    }
    for (int step = 0; step < STEPS; step++) {
      buffer.access(skewed(random, 100), 0, 1, random.nextBoolean());
      if (random.nextInt(8) == 0) {
        int frames = random.nextInt(60);
        buffer.policy.capacity(frames);
        assertThat(buffer.policy.capacity()).isEqualTo(frames);
      }
      assertThat(buffer.policy.usedCost()).isLessThanOrEqualTo(buffer.policy.capacity());
      assertThat(buffer.policy.size()).isEqualTo(buffer.costs.size());
    }
  }

  @Test
  void budgetHoldsWithPinsDiscardsAndCleaning() {
    Random random = Seeds.random();
    for (int round = 0; round < 8; round++) {
      TraceBuffer buffer = buffer(random.nextInt(40));
      buffer.writesAllTogether = random.nextBoolean();
      int range = 1 + random.nextInt(120);
      for (int step = 0; step < STEPS; step++) {
        long key = skewed(random, range);
        switch (random.nextInt(16)) {
          case 0:
            buffer.pinned.add(key);
            break;
          case 1:
            buffer.pinned.clear();
            break;
          case 2:
            buffer.pinned.remove(key);
            buffer.discard(key);
            break;
          case 3:
            buffer.clean(key);
            break;
          default:
            buffer.access(key, (int) (key % 4), 1, random.nextInt(3) == 0);
        }
        if (step % 5 == 0) {
          buffer.verify();
        }
      }
    }
  }

  @Test
  void budgetOfBytesHoldsWithPagesOfDifferentCost() {
    Random random = Seeds.random();
    for (int round = 0; round < 8; round++) {
      TraceBuffer buffer = new TraceBuffer(spec, random.nextInt(4_000), 100);
      int range = 1 + random.nextInt(120);
      for (int step = 0; step < STEPS; step++) {
        long key = skewed(random, range);
        long cost = 1 + random.nextInt(random.nextInt(50) == 0 ? 5_000 : 100);
        if (random.nextInt(6) == 0) {
          buffer.resize(key, cost);
        } else {
          buffer.access(key, (int) (key % 4), cost, random.nextInt(3) == 0);
        }
        if (step % 5 == 0) {
          buffer.verify();
        }
      }
    }
  }

  @Test
  void sameTraceSameVictims() {
    long seed = Seeds.random().nextLong();
    assertThat(victims(seed)).isEqualTo(victims(seed)).isNotEmpty();
  }

  private List<String> victims(long seed) {
    Random random = new Random(seed);
    TraceBuffer buffer = buffer(12);
    for (int step = 0; step < STEPS; step++) {
      long key = skewed(random, 60);
      buffer.access(key, (int) (key % 3), 1, random.nextInt(4) == 0);
    }
    return buffer.evicted;
  }

  @Test
  void agreesWithItsNaiveModel() {
    Random random = Seeds.random();
    for (int round = 0; round < 20; round++) {
      int frames = 1 + random.nextInt(24);
      NaivePolicy model = model(frames);
      if (model == null) {
        return;
      }
      TraceBuffer buffer = buffer(frames);
      int range = 1 + random.nextInt(90);
      for (int step = 0; step < STEPS; step++) {
        long key = skewed(random, range);
        int level = (int) (key % 3);
        boolean write = random.nextInt(3) == 0;
        if (random.nextInt(200) == 0) {
          buffer.policy.expect(random.nextInt(300));
        }
        buffer.evicted.clear();
        model.evicted.clear();
        char outcome = buffer.access(key, level, 1, write);
        assertThat(outcome).isEqualTo(model.access(key, level, write));
        assertThat(buffer.evicted).isEqualTo(model.evicted);
      }
      buffer.verify();
    }
  }

  @Test
  void takesNothingWhenThereIsNoRoom() {
    TraceBuffer buffer = buffer(0);
    assertThat(buffer.run("1 1 2w 2w 1")).isEqualTo("- - - - -");
  }

  @Test
  void refusesWhenAllPagesArePinned() {
    TraceBuffer buffer = buffer(4);
    for (int round = 0; round < 3; round++) {
      for (long key = 0; key < 12; key++) {
        buffer.access(key, 0, 1, key % 2 == 0);
      }
    }
    for (long key = 0; key < 12; key++) {
      buffer.pinned.add(key);
    }
    buffer.evicted.clear();
    for (long key = 0; key < 24; key++) {
      buffer.access(key, 0, 1, false);
      buffer.access(key, 0, 1, true);
      buffer.verify();
    }
    assertThat(buffer.evicted.stream().filter(key -> Long.parseLong(key.replace("*", "")) < 12))
        .isEmpty();
  }

  /** A buffer of a benchmark's kind: nothing is checked, nothing is allocated. */
  private static final class SilentBuffer implements CachedPages {
    private ReplacementPolicy policy;
    private long evicted;

    @Override
    public boolean mayEvict(int position) {
      return position >= 0;
    }

    @Override
    public void evict(int[] positions, int count) {
      evicted += count;
    }

    private void step(long key, boolean write) {
      int position = policy.position(key);
      if (position >= 0) {
        policy.access(position, write);
      } else {
        policy.admit(key, (int) (key & 3), 1, write);
      }
    }
  }

  @Test
  void allocatesNothingOnceWarm() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    SilentBuffer buffer = new SilentBuffer();
    Spec parsed = Spec.parse(spec);
    buffer.policy = ReplacementPolicies.named(parsed.name(), parsed).make(100, 1, null, buffer);
    long state = Seeds.random().nextLong();
    long before = 0;
    for (int step = 0; step < 600_000; step++) {
      if (step == 300_000) {
        before = threads.getCurrentThreadAllocatedBytes();
      }
      state = state * 6364136223846793005L + 1442695040888963407L;
      long key = (state >>> 40) % (1 + (state >>> 33) % 400);
      buffer.step(key, (state >>> 60) < 4);
    }
    // a compiled method or two may still cost the thread some bytes; one object an access would
    // cost millions
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(16_384);
    assertThat(buffer.evicted).isPositive();
  }
}
