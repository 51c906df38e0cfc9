package org.flashgrove.indexes.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

class RectangleUnionTest {
  private static final int GRID = 12;

  @Test
  void theUnionIsWhatCellsOfAGridSay() {
    Random random = Seeds.random();
    RectangleUnion union = new RectangleUnion();
    for (int round = 0; round < 2_000; round++) {
      int count = random.nextInt(15);
      double[] rectangles = new double[4 * count];
      boolean[] cells = new boolean[GRID * GRID];
      for (int at = 0; at < rectangles.length; at += 4) {
        int x = random.nextInt(GRID);
        int y = random.nextInt(GRID);
        int toX = Math.min(GRID, x + random.nextInt(5));
        int toY = Math.min(GRID, y + random.nextInt(5));
        rectangles[at] = 0.25 * x - 1;
        rectangles[at + 1] = 0.5 * y;
        rectangles[at + 2] = 0.25 * toX - 1;
        rectangles[at + 3] = 0.5 * toY;
        for (int cell = 0; cell < cells.length; cell++) {
          int column = cell % GRID;
          int row = cell / GRID;
          cells[cell] |= column >= x && column < toX && row >= y && row < toY;
        }
      }
      int covered = 0;
      for (boolean cell : cells) {
        covered += cell ? 1 : 0;
      }
      assertThat(union.area(rectangles, count)).isCloseTo(0.125 * covered, within(1e-12));
    }
  }
}
