package org.flashgrove.lsm.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergePolicyTest {
  private static final int FLUSHES = 1200;
  private static final double TO_THE_DIGIT = 0.005;

  @Test
  void binomialHasTheGoldenDepths() {
    MadeComponents made = new MadeComponents("lsm:policy=binomial,k=4", 1);
    List<Integer> depths = new ArrayList<>();
    for (int flush = 1; flush <= 30; flush++) {
      made.flush();
      depths.add(made.components.size());
    }
    assertThat(depths)
        .containsExactly(
            1, 1, 2, 2, 1, 2, 3, 2, 3, 3, 2, 3, 3, 3, 1, 2, 3, 4, 2, 3, 4, 3, 4, 4, 2, 3, 4, 3, 4,
            4);
    assertThat(made.run(10).sizes()).containsExactly(15L, 20L, 3L, 2L);
  }

  @ParameterizedTest
  @CsvSource({
    "4, 600, 7.76",
    "4, 1000, 9.56",
    "4, 1200, 9.30",
    "10, 600, 5.51",
    "10, 1000, 5.87",
    "10, 1200, 6.00",
    "8, 1200, 6.00"
  })
  void binomialWritesAsMuchAsTheTableSays(int k, int flushes, double expected) {
    MadeComponents made = new MadeComponents("lsm:policy=binomial,k=" + k, 1).run(flushes);
    assertThat(made.writeAmplification()).isEqualTo(expected, within(TO_THE_DIGIT));
  }

  @Test
  void binomialHasTheComponentsOfTheTable() {
    MadeComponents four = new MadeComponents("lsm:policy=binomial,k=4", 1).run(FLUSHES);
    assertThat(four.sizes()).containsExactly(981L, 165L, 45L, 9L);
    assertThat(four.merges).isEqualTo(873);
    assertThat(four.most).isEqualTo(4);
    assertThat(four.sumOfCounts / FLUSHES).isEqualTo(3.65, within(TO_THE_DIGIT));
    MadeComponents ten = new MadeComponents("lsm:policy=binomial,k=10", 1).run(FLUSHES);
    assertThat(ten.sizes()).containsExactly(638L, 462L, 56L, 35L, 4L, 3L, 2L);
    assertThat(ten.merges).isEqualTo(600);
    assertThat(ten.most).isEqualTo(7);
    assertThat(ten.sumOfCounts / FLUSHES).isEqualTo(5.42, within(TO_THE_DIGIT));
  }

  @ParameterizedTest
  @CsvSource({
    "'policy=constant,k=3', 1, 200.8, 3, 0.05",
    "'policy=constant,k=10', 1, 60.6, 10, 0.05",
    "'policy=concurrent', 1, 6.48, 8, 0.005",
    "'policy=tiered,ratio=4', 1, 5.67, 15, 0.005",
    "'policy=tiered,ratio=10', 1, 3.83, 27, 0.005",
    "'policy=prefix', 800000, 6.20, 10, 0.005", // the table does not say how large a flush was
    "'policy=prefix,most=32M', 1800000, 3.05, 67, 0.005"
  })
  void theOthersWriteAsMuchAsTheTableSays(
      String keys, long flushBytes, double expected, int most, double digit) {
    MadeComponents made = new MadeComponents("lsm:" + keys, flushBytes).run(FLUSHES);
    assertThat(made.writeAmplification()).isEqualTo(expected, within(digit));
    assertThat(made.most).isEqualTo(most);
  }

  @Test
  void concurrentHasTheMeanNumberOfComponents() {
    MadeComponents made = new MadeComponents("lsm:policy=concurrent", 1).run(FLUSHES);
    assertThat(made.sumOfCounts / FLUSHES).isEqualTo(4.65, within(TO_THE_DIGIT));
  }

  @Test
  void leveledMovesTheComponentWithTheFewestOverlaps() {
    MergePolicy leveled = MergePolicies.of(Spec.parse("lsm:policy=leveled,level0=2,ratio=2"));
    List<ComponentSummary> made =
        new ArrayList<>(
            List.of(
                box(2, 0, 4),
                box(2, 5, 9),
                box(1, 0, 6),
                box(1, 7, 8),
                box(1, 8, 9),
                box(0, 0, 9)));
    MergePlan plan = leveled.next(made, 9);
    assertThat(plan.inputs()).containsExactly(1, 3); // 7 to 8 overlaps one, the first two
    assertThat(plan.level()).isEqualTo(2);
    assertThat(plan.cut()).isEqualTo(100);
    made.remove(4);
    assertThat(leveled.next(made, 9)).isNull();
    made.add(box(0, 2, 3));
    assertThat(leveled.next(made, 10)).isNull();
    made.add(box(0, 5, 5));
    plan = leveled.next(made, 11);
    assertThat(plan.inputs()).containsExactly(2, 3, 4); // the oldest of level 0
    assertThat(plan.level()).isEqualTo(1);
  }

  @Test
  void aComponentThatOverlapsNoneIsWrittenAgainAlone() {
    MergePolicy leveled = MergePolicies.of(Spec.parse("lsm:policy=leveled,level0=1"));
    MergePlan plan = leveled.next(List.of(box(1, 0, 1), box(0, 2, 3), box(0, 0, 9)), 3);
    assertThat(plan.inputs()).containsExactly(1);
    assertThat(plan.level()).isEqualTo(1);
  }

  private static ComponentSummary box(int level, double from, double to) {
    return new ComponentSummary(level, 100, 4096, from, 0, to, 1);
  }

  @Test
  void prefixMergesWhatItToleratesNoMore() {
    MadeComponents made = new MadeComponents("lsm:policy=prefix,tolerance=3", 1).run(3);
    assertThat(made.sizes()).containsExactly(3L);
    assertThat(made.run(1).sizes()).containsExactly(3L, 1L);
  }

  @ParameterizedTest
  @CsvSource({
    "'policy=stack', 'binomial, tiered, constant, prefix, concurrent, leveled'",
    "'policy=binomial,k=0', '1 to 64'",
    "'policy=leveled,ratio=1', '2 to 1000'",
    "'policy=concurrent,minmerge=5,maxmerge=4', '5 to 64'",
    "'policy=concurrent,ratio=-1', '0 to 100'"
  })
  void whatIsNotAllowedIsRefused(String keys, String allowed) {
    assertThatThrownBy(() -> MergePolicies.of(Spec.parse("lsm:" + keys)))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(allowed);
  }

  @Test
  void aKeyOfAnotherPolicyIsRefused() {
    Spec spec = Spec.parse("lsm:policy=tiered,k=4");
    MergePolicies.of(spec);
    assertThatThrownBy(spec::requireAllUsed).hasMessageContaining("unknown key 'k'");
  }
}
