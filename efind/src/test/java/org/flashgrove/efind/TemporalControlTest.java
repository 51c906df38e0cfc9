package org.flashgrove.efind;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.Spec;
import org.junit.jupiter.api.Test;

/** Algorithm 7, outcome by outcome, in the thesis's form and the C implementation's; RQ's size. */
class TemporalControlTest {
  private final EfindCosts costs = new EfindCosts();

  private WriteQueue queue(String keys, long... written) {
    WriteQueue queue = new WriteQueue(EfindConfig.of(Spec.parse("efind:" + keys)), costs);
    for (long nodeId : written) {
      queue.add(nodeId);
    }
    return queue;
  }

  private static long[] select(WriteQueue queue, long... candidates) {
    int kept = queue.select(candidates, candidates.length);
    return Arrays.copyOf(candidates, kept);
  }

  private void assertOutcomes(long sequential, long stride, long mixed, long filled) {
    assertThat(costs.sequentialPicks).isEqualTo(sequential);
    assertThat(costs.stridePicks).isEqualTo(stride);
    assertThat(costs.mixedPicks).isEqualTo(mixed);
    assertThat(costs.filledPicks).isEqualTo(filled);
  }

  @Test
  void anEmptyQueueKeepsAllAndDecidesNothing() {
    assertThat(select(queue("unit=2"), 5, 900, 50)).containsExactly(5, 900, 50);
    assertOutcomes(0, 0, 0, 0);
  }

  @Test
  void almostSequentialNodesWinIfTheyFillAUnit() {
    WriteQueue queue = queue("unit=2", 100, 101);
    // 111 is 10 away from the nearest, 112 is 11; 300, 301 and 302 are far
    assertThat(select(queue, 111, 112, 300, 95, 301, 302)).containsExactly(111, 95);
    assertOutcomes(1, 0, 0, 0);
    assertThat(costs.comparedIdentifiers).isEqualTo(12);
  }

  @Test
  void inTheCImplementationTheyMustBeMoreThanTheDistantOnes() {
    WriteQueue queue = queue("unit=2,compat=festival", 100, 101);
    assertThat(select(queue, 111, 300, 95, 301, 302)).containsExactly(300, 301, 302);
    assertOutcomes(0, 1, 0, 0);
    assertThat(select(queue, 111, 300, 95, 94)).containsExactly(111, 95, 94);
    assertOutcomes(1, 1, 0, 0);
  }

  @Test
  void distantNodesWinIfTheOthersAreTooFew() {
    // exactly 100 away is not distant
    WriteQueue queue = queue("unit=2", 100, 101);
    assertThat(select(queue, 105, 201, 202, 203)).containsExactly(202, 203);
    assertOutcomes(0, 1, 0, 0);
  }

  @Test
  void inTheCImplementationOneDistantWriteMakesANodeDistant() {
    // 160 is 60 away from 100 and exactly 100 from 260
    WriteQueue queue = queue("unit=2,compat=festival", 100, 260);
    assertThat(select(queue, 160, 161, 130)).containsExactly(160, 130);
    assertOutcomes(0, 1, 0, 0);
    WriteQueue thesis = queue("unit=2", 100, 260);
    assertThat(select(thesis, 160, 161, 130)).containsExactly(160, 161, 130);
    assertOutcomes(0, 1, 0, 1);
  }

  @Test
  void bothTogetherFillAUnit() {
    for (String form : new String[] {"unit=3", "unit=3,compat=festival"}) {
      WriteQueue queue = queue(form, 100, 101);
      assertThat(select(queue, 900, 105, 150, 901)).containsExactly(105, 900, 901);
    }
    assertOutcomes(0, 0, 2, 0);
  }

  @Test
  void tooFewOfBothKeepAll() {
    for (String form : new String[] {"unit=3", "unit=3,compat=festival"}) {
      WriteQueue queue = queue(form, 100, 101);
      assertThat(select(queue, 900, 105, 150, 151)).containsExactly(900, 105, 150, 151);
    }
    assertOutcomes(0, 0, 0, 2);
  }

  @Test
  void aNodeIsNotComparedWithItself() {
    for (String form : new String[] {"unit=1", "unit=1,compat=festival"}) {
      WriteQueue queue = queue(form, 100);
      assertThat(select(queue, 100, 400)).containsExactly(400);
    }
  }

  @Test
  void theQueueKeepsTheLastWrites() {
    WriteQueue queue = queue("unit=2,wq=2", 1, 2, 3, 4, 5, 5);
    assertThat(queue.toArray()).containsExactly(3, 4, 5, 5);
  }

  @Test
  void theReadQueueIsAPartOfThePagesInBothBuffersAndAtLeastTen() {
    ReadQueue queue = new ReadQueue(0.5);
    queue.size(3);
    for (int id = 0; id < 40; id++) {
      queue.add(id);
      assertThat(queue.toArray()).hasSizeLessThanOrEqualTo(10);
    }
    assertThat(queue.toArray()).containsExactly(30, 31, 32, 33, 34, 35, 36, 37, 38, 39);
    queue.size(23); // 11.5, rounded up
    queue.add(40);
    queue.add(41);
    queue.add(42);
    assertThat(queue.toArray()).hasSize(12).startsWith(31);
    queue.add(35); // keeps its place
    assertThat(queue.toArray()).hasSize(12).startsWith(31).endsWith(42);
    queue.size(1);
    queue.add(43);
    assertThat(queue.toArray()).hasSize(10).startsWith(34).endsWith(43);
  }

  @Test
  void noIdIsTwiceInTheReadQueue() {
    Random random = Seeds.random();
    ReadQueue queue = new ReadQueue(0.3);
    for (int i = 0; i < 2_000; i++) {
      queue.size(random.nextInt(200));
      if (random.nextInt(4) == 0) {
        queue.remove(random.nextInt(60));
      } else {
        queue.add(random.nextInt(60));
      }
      assertThat(queue.toArray()).doesNotHaveDuplicates();
    }
  }
}
