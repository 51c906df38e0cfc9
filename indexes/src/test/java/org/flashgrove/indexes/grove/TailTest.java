package org.flashgrove.indexes.grove;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.indexes.component.EntryKind;
import org.flashgrove.indexes.component.WindowSides;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A tail against what was appended to it. */
class TailTest {
  private static final int CAPACITY = 128;

  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void findsWhatAWindowMeets(EntryKind kind) {
    Random random = Seeds.random();
    WindowSides sides = new WindowSides();
    for (int round = 0; round < 40; round++) {
      boolean points = random.nextBoolean();
      int count = 1 + random.nextInt(CAPACITY);
      double[][] boxes = new double[count][];
      Tail tail = new Tail(!points, CAPACITY, 0);
      for (int i = 0; i < count; i++) {
        double[] box = kind.box(random);
        boxes[i] = points ? new double[] {box[0], box[1], box[0], box[1]} : box;
        tail.append(Tail.ENTRY, i, i, boxes[i][0], boxes[i][1], boxes[i][2], boxes[i][3]);
      }
      double[] q = kind.window(random);
      sides.set(q);
      for (int first = 0; first < count; first += Long.SIZE) {
        int end = Math.min(count, first + Long.SIZE);
        long met = tail.met(sides, first, end);
        for (int i = 0; i < Long.SIZE; i++) {
          boolean meets = first + i < end && meets(q, boxes[first + i]);
          assertThat((met >>> i & 1) != 0).isEqualTo(meets);
        }
      }
    }
  }

  private static boolean meets(double[] q, double[] b) {
    return q[0] <= b[2] && b[0] <= q[2] && q[1] <= b[3] && b[1] <= q[3];
  }

  /** Only for those who see a change of that kind. */
  @ParameterizedTest
  @EnumSource(
      value = EntryKind.class,
      names = {"POINTS", "RECTANGLES"})
  void saysWhetherItTakesAway(EntryKind kind) {
    Random random = Seeds.random();
    int first = random.nextInt(CAPACITY);
    Tail tail = new Tail(true, CAPACITY, 0);
    for (int i = 0; i < CAPACITY; i++) {
      double[] box = kind.box(random);
      int other = random.nextBoolean() ? Tail.ENTRY : Tail.STORED_GONE;
      int kindOfChange = i == first ? Tail.BUFFERED_GONE : other;
      tail.append(kindOfChange, i, i, box[0], box[1], box[2], box[3]);
      assertThat(tail.takesAway(i + 1)).isEqualTo(i >= first);
    }
    assertThat(tail.takesAway(first)).isFalse();
    assertThat(tail.takesAway(first + 1)).isTrue();
  }
}
