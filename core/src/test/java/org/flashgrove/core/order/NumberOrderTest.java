package org.flashgrove.core.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

/** Compares orders of numbers with the sort of the JDK. */
class NumberOrderTest {
  private static final double[] SPECIAL = {
    0, -0.0, Double.MIN_VALUE, -Double.MIN_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE, 1, -1
  };

  @Test
  void eachIndexOccursOnceAndItsNumbersAscend() {
    Random random = Seeds.random();
    NumberOrder used = new NumberOrder();
    for (int round = 0; round < 1_000; round++) {
      int count = round % 2 == 0 ? random.nextInt(70) : random.nextInt(3_000);
      double[] numbers = numbers(random, count + random.nextInt(3), round % 5);
      int[] order = Arrays.copyOf(used.of(numbers, count), count);
      double[] ordered = Arrays.stream(order).mapToDouble(i -> numbers[i] + 0.0).toArray();
      double[] expected = Arrays.stream(numbers).limit(count).map(each -> each + 0.0).toArray();
      Arrays.sort(expected);
      assertThat(ordered).containsExactly(expected); // with 0.0 for -0.0
      assertThat(Arrays.stream(order).sorted().toArray())
          .containsExactly(Arrays.stream(order).distinct().sorted().toArray());
    }
  }

  @Test
  void rowsAreOrderedByOneOfTheirNumbers() {
    Random random = Seeds.random();
    NumberOrder used = new NumberOrder();
    for (int round = 0; round < 200; round++) {
      int count = random.nextInt(500);
      int width = 1 + random.nextInt(4);
      int column = random.nextInt(width);
      double[] rows = numbers(random, width * count, round % 5);
      int[] order = used.of(rows, column, width, count);
      assertThat(Arrays.stream(order, 0, count).sorted())
          .containsExactlyElementsOf(IntStream.range(0, count).boxed().toList());
      for (int i = 1; i < count; i++) {
        assertThat(rows[width * order[i] + column])
            .isGreaterThanOrEqualTo(rows[width * order[i - 1] + column]);
      }
    }
  }

  private static double[] numbers(Random random, int count, int kind) {
    double base = random.nextGaussian() * Math.pow(10, random.nextInt(12) - 3);
    double[] numbers = new double[count];
    for (int i = 0; i < count; i++) {
      numbers[i] =
          switch (kind) {
            case 0 -> base * random.nextGaussian();
            case 1 -> base + random.nextInt(3_000) * Math.ulp(base);
            case 2 -> SPECIAL[random.nextInt(SPECIAL.length)];
            case 3 -> i == 0 ? -Double.MAX_VALUE : base + 1e-9 * random.nextDouble();
            default -> random.nextInt(20) - 10;
          };
    }
    return numbers;
  }
}
