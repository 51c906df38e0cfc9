package org.flashgrove.simulator.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.Spec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VictimPolicyTest {
  private static final int BLOCKS = 50;
  private static final int PAGES = 8;

  private static VictimPolicy policy(String keys) {
    return VictimPolicies.of(Spec.parse("nand:" + keys)).make(BLOCKS, PAGES);
  }

  @Test
  void greedyTakesTheFewestValidTheLongestSo() {
    VictimPolicy policy = policy("gc=greedy");
    policy.closed(3, 5, 1);
    policy.closed(1, 4, 2);
    policy.closed(2, 4, 3);
    assertThat(policy.choose(4)).isEqualTo(1);
    policy.invalidated(3, 4, 4);
    policy.removed(1);
    assertThat(policy.choose(5)).isEqualTo(2);
    policy.removed(2);
    assertThat(policy.choose(5)).isEqualTo(3);
    policy.removed(3);
    assertThat(policy.choose(5)).isEqualTo(-1);
    policy.closed(4, PAGES, 6);
    assertThat(policy.choose(6)).isEqualTo(4);
  }

  @Test
  void fifoTakesTheFirstClosed() {
    VictimPolicy policy = policy("gc=fifo");
    policy.closed(3, 5, 1);
    policy.closed(1, 0, 2);
    policy.invalidated(1, 0, 3);
    assertThat(policy.choose(4)).isEqualTo(3);
    policy.removed(3);
    assertThat(policy.choose(4)).isEqualTo(1);
    policy.removed(1);
    assertThat(policy.choose(4)).isEqualTo(-1);
  }

  @Test
  void costBenefitWeighsAgeAgainstCopies() {
    VictimPolicy policy = policy("gc=costbenefit");
    policy.closed(1, 4, 0);
    policy.closed(2, 2, 90);
    // 100 * 4/8 against 10 * 6/4
    assertThat(policy.choose(100)).isEqualTo(1);
    policy.invalidated(1, 3, 100);
    assertThat(policy.choose(105)).isEqualTo(2);
    policy.invalidated(1, 0, 105);
    assertThat(policy.choose(105)).isEqualTo(1);
  }

  @Test
  void manyChoicesFindTheFewestValid() {
    VictimPolicy policy = policy("gc=dchoices,d=1000");
    for (int block = 0; block < BLOCKS; block++) {
      policy.closed(block, block == 17 ? 1 : 6, block);
    }
    assertThat(policy.choose(100)).isEqualTo(17);
  }

  /**
   * Against a plain list of candidates: greedy is minimal, and no policy chooses what is not there.
   */
  @ParameterizedTest
  @ValueSource(strings = {"greedy", "costbenefit", "dchoices", "fifo"})
  void choosesCandidatesOnly(String name) {
    Random random = Seeds.random();
    VictimPolicy policy = policy("gc=" + name);
    int[] valid = new int[BLOCKS];
    boolean[] candidate = new boolean[BLOCKS];
    int count = 0;
    for (int step = 0; step < 20_000; step++) {
      int block = random.nextInt(BLOCKS);
      if (!candidate[block]) {
        candidate[block] = true;
        valid[block] = random.nextInt(PAGES + 1);
        policy.closed(block, valid[block], step);
        count++;
      } else if (valid[block] > 0 && random.nextInt(3) > 0) {
        policy.invalidated(block, --valid[block], step);
      }
      if (random.nextInt(4) == 0) {
        int victim = policy.choose(step);
        assertThat(victim >= 0).isEqualTo(count > 0);
        if (victim >= 0) {
          assertThat(candidate[victim]).isTrue();
          for (int other = 0; other < BLOCKS && name.equals("greedy"); other++) {
            assertThat(!candidate[other] || valid[other] >= valid[victim]).isTrue();
          }
          policy.removed(victim);
          candidate[victim] = false;
          count--;
        }
      }
    }
  }

  /**
   * Shuffles the events of a block that is closed with valid pages only, becomes a candidate by its
   * first invalid page, and is chosen or closed at the same time. The queue of the policy must
   * always give the candidate with the fewest valid pages that changed longest ago, also after an
   * owner has left that candidate alone.
   */
  @Test
  void greedyAgreesWithAListWhateverTheOrderOfEvents() {
    Random random = Seeds.random();
    VictimPolicy policy = policy("gc=greedy");
    List<Integer> candidates = new ArrayList<>(); // the block that changed longest ago is first
    int[] valid = new int[BLOCKS];
    int chosen = 0;
    int events = Repetitions.of(1_000_000, 20_000_000);
    for (int event = 0; event < events; event++) {
      Integer block = random.nextInt(BLOCKS);
      boolean isCandidate = candidates.contains(block);
      if (!isCandidate && random.nextInt(8) == 0) {
        valid[block] = random.nextInt(4) == 0 ? random.nextInt(PAGES + 1) : PAGES;
        policy.closed(block, valid[block], event);
        candidates.add(block);
      } else if (isCandidate && valid[block] > 0) {
        policy.invalidated(block, --valid[block], event);
        candidates.remove(block);
        candidates.add(block);
      }
      if (random.nextInt(4) == 0) {
        int best = -1;
        for (Integer each : candidates) {
          best = best < 0 || valid[each] < valid[best] ? each : best;
        }
        if (policy.choose(event) != best) {
          fail("event %d: the policy chose %d, not %d", event, policy.choose(event), best);
        }
        if (best >= 0 && random.nextBoolean()) {
          policy.removed(best);
          candidates.remove((Integer) best);
          chosen++;
        }
      }
    }
    assertThat(chosen).isGreaterThan(events / 100);
  }
}
