package org.flashgrove.unitspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

/** Tests the number of records of emptied pages that each unit holds. */
class PageTableTest {
  private static final int UNITS = 4;
  private static final int UNIT_PAGES = 8;
  private static final int PAGES = UNITS * UNIT_PAGES;

  @Test
  void aUnitHasAsManyRecordsAsRangesAreMovedOutOfIt() {
    Random random = Seeds.random();
    for (int round = 0; round < Repetitions.of(200, 20_000); round++) {
      Units units = new Units(UNITS, UNIT_PAGES, 28);
      PageTable table = new PageTable(units, PAGES);
      int changes = random.nextInt(100);
      for (int i = 0; i < changes; i++) {
        int page = random.nextInt(PAGES);
        if (random.nextInt(4) == 0) {
          table.put(page, random.nextInt(PAGES), 0, false);
        } else {
          table.empty(page, random.nextInt(2), 1 + random.nextInt(2));
        }
      }
      for (int unit = 0; unit < UNITS; unit++) {
        int[] ranges = {0};
        int records = units.records(unit);
        table.moveRecords(unit, 0, (first, count, sequence) -> ranges[0]++);
        assertThat(records).isEqualTo(ranges[0]);
        assertThat(units.records(unit)).isZero();
      }
    }
  }
}
