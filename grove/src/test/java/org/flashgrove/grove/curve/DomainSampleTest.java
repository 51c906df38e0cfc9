package org.flashgrove.grove.curve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.grove.index.EntryKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DomainSampleTest {
  private static double[] definition(List<double[]> boxes) {
    DomainSample sample = new DomainSample();
    boxes.forEach(box -> sample.add(box[0], box[1], box[2], box[3]));
    return sample.definition();
  }

  private static CurveOrder curve(List<double[]> boxes) {
    CurveOrder curve = new CurveOrder();
    curve.define(definition(boxes));
    return curve;
  }

  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void anyEntriesHaveADomainWhateverTheirOrder(EntryKind kind) {
    Random random = Seeds.random();
    for (int round = 0; round < 300; round++) {
      List<double[]> boxes = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(100); i++) {
        boxes.add(kind.box(random));
      }
      double[] found = definition(boxes);
      assertThat(CurveOrder.isPossible(found)).as("%s", Arrays.toString(found)).isTrue();
      Collections.shuffle(boxes, random);
      assertThat(definition(boxes)).isEqualTo(found);
      for (double[] box : boxes) {
        assertThat(curve(boxes).value(box[0], box[1], box[2], box[3]))
            .isBetween(0L, CurveOrder.END - 1);
      }
    }
  }

  @Test
  void extremeEntriesHaveOne() {
    double most = Double.MAX_VALUE;
    double least = Double.MIN_VALUE;
    double[][] boxes = {
      {0, 0, 0, 0},
      {most, most, most, most},
      {-most, -most, most, most},
      {-most, most, -most, most},
      {least, -least, least, -least},
      {0, 0, least, least},
      {1e17, -1e17, 1e17, -1e17}
    };
    for (double[] box : boxes) {
      assertThat(CurveOrder.isPossible(definition(List.of(box)))).isTrue();
      for (double[] other : boxes) {
        assertThat(CurveOrder.isPossible(definition(List.of(box, other)))).isTrue();
      }
    }
  }

  /** Points of a thousand times the extent of the sample still have places of their own. */
  @Test
  void dataMayGrow() {
    Random random = Seeds.random();
    List<double[]> sample = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      double x = -44 + 0.003 * random.nextDouble();
      double y = -20 + 0.003 * random.nextDouble();
      sample.add(new double[] {x, y, x, y});
    }
    CurveOrder curve = curve(sample);
    double[] domain = curve.definition();
    assertThat(domain[0]).isLessThan(-180);
    assertThat(domain[1]).isLessThan(-90);
    assertThat(domain[2]).isGreaterThan(180);
    assertThat(domain[3]).isGreaterThan(90);
    long values =
        sample.stream().mapToLong(at -> curve.value(at[0], at[1], at[2], at[3])).distinct().count();
    assertThat(values).isGreaterThan(490);
  }

  /** A few outliers do not make all others share a place. */
  @Test
  void outliersDoNotCount() {
    Random random = Seeds.random();
    List<double[]> sample = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      double at = i % 50 == 0 ? 1e300 : random.nextDouble();
      sample.add(new double[] {at, at, at, at});
    }
    CurveOrder curve = curve(sample);
    long values =
        sample.stream().mapToLong(at -> curve.value(at[0], at[1], at[2], at[3])).distinct().count();
    assertThat(values).isGreaterThan(450);
  }

  @Test
  void oversizedEntriesAreMuchLargerThanMost() {
    List<double[]> sample = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      double at = i / 100.0;
      double size = i % 25 == 0 ? 0.5 : 0.001;
      sample.add(new double[] {at, at, at + size, at + size});
    }
    CurveOrder curve = curve(sample);
    assertThat(curve.value(0.3, 0.3, 0.8, 0.8)).isGreaterThanOrEqualTo(CurveOrder.OVERSIZED);
    assertThat(curve.value(0.3, 0.3, 0.301, 0.301)).isLessThan(CurveOrder.OVERSIZED);
  }
}
