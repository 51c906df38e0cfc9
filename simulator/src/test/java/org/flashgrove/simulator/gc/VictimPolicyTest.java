package org.flashgrove.simulator.gc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
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
}
