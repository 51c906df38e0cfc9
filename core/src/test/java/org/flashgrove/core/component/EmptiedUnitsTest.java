package org.flashgrove.core.component;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.page.PageUnits;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class EmptiedUnitsTest {
  private static final int PAGE = 512;
  private static final int BLOCK_PAGES = 4;
  private static final int UNIT_PAGES = 16;
  private static final int BLOCKS = 60;
  private static final int UNITS = 25;

  /** Unit of each page, or -1. */
  private record Placed(int[] unitOfPage, int[] others) implements PageUnits {
    @Override
    public int count() {
      return UNITS;
    }

    @Override
    public long unitBytes() {
      return UNIT_PAGES * PAGE;
    }

    private long validPages(int unit) {
      return others[unit] + IntStream.of(unitOfPage).filter(at -> at == unit).count();
    }

    @Override
    public long validBytes(int unit) {
      return PAGE * validPages(unit);
    }

    @Override
    public int unitOf(long page) {
      return unitOfPage[(int) page];
    }
  }

  private static Block block(int number) {
    return new Block(number, number + 1, number % BLOCK_PAGES + 1, 0);
  }

  @RepeatedTest(20)
  void unitsAreEmptyIfAllTheirPagesAreOfRetiredBlocks() {
    Random random = Seeds.random();
    Placed placed = new Placed(new int[BLOCKS * BLOCK_PAGES], new int[UNITS]);
    for (int page = 0; page < BLOCKS * BLOCK_PAGES; page++) {
      boolean isWritten = page % BLOCK_PAGES < block(page / BLOCK_PAGES).pages();
      placed.unitOfPage[page] = isWritten ? random.nextInt(UNITS + 1) - 1 : PageUnits.NO_UNIT;
    }
    for (int unit = 0; unit < UNITS; unit++) {
      placed.others[unit] = random.nextInt(4) == 0 ? 1 : 0;
    }
    EmptiedUnits emptied = new EmptiedUnits(placed, BLOCK_PAGES, PAGE);
    for (int round = 0; round < 5; round++) {
      emptied.clear();
      int[] left = IntStream.range(0, UNITS).map(unit -> (int) placed.validPages(unit)).toArray();
      int first = random.nextInt(BLOCKS);
      for (int i = 0; i < BLOCKS; i++) {
        Block added = block((first + i) % BLOCKS);
        emptied.add(added);
        long expected = 0;
        for (int page = 0; page < added.pages(); page++) {
          int unit = placed.unitOfPage[(int) added.number() * BLOCK_PAGES + page];
          if (unit != PageUnits.NO_UNIT) {
            left[unit]--;
          }
        }
        for (int unit = 0; unit < UNITS; unit++) {
          expected += left[unit] == 0 && placed.validPages(unit) > 0 ? UNIT_PAGES * PAGE : 0;
        }
        assertThat(emptied.bytes()).isEqualTo(expected);
      }
      assertThat(emptied.bytes()).isPositive();
    }
  }

  @Test
  void nothingIsEmptiedOnADeviceWithoutUnits() {
    EmptiedUnits emptied = new EmptiedUnits(PageUnits.NONE, BLOCK_PAGES, PAGE);
    emptied.add(block(3));
    assertThat(emptied.isNone()).isTrue();
    assertThat(emptied.bytes()).isZero();
  }
}
