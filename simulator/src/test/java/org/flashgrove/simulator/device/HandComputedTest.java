package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.simulator.figures.BusyTime;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WearStats;
import org.flashgrove.simulator.ftl.space.WornOutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Sequences short enough to be followed by hand: 12 blocks of 4 pages, 20 logical pages, two blocks
 * kept free, 30, 300 and 2,500 µs.
 */
class HandComputedTest {
  private static final String SMALL = "nand:page=512,block=4,blocks=12,op=140%,content=off";

  private NandDevice device;

  private void write(int... pages) {
    for (int page : pages) {
      device.write(page, 1, Origin.LEAF, null);
    }
  }

  private void fill() {
    for (int page = 0; page < 20; page++) {
      write(page);
    }
  }

  @AfterEach
  void originsAddUp() {
    Conservation.check(device);
  }

  @Test
  void collectionCopiesWhatIsValid() {
    device = NandSpec.parse(SMALL + ",wear=none").open();
    assertThat(device.pageCount()).isEqualTo(20);
    fill(); // blocks 0 to 4
    write(0, 1, 4, 5); // block 5
    write(8, 9, 12, 13); // block 6
    write(16, 17, 0, 4); // block 7
    write(8, 12, 16, 0); // block 8
    write(8, 12, 8, 12); // block 9; each block has two valid pages now, 10 and 11 are free
    DeviceStats figures = device.figures();
    assertThat(figures.pagePrograms()).isEqualTo(40);
    assertThat(figures.blockErases()).isZero();
    assertThat(figures.virtualNanos()).isEqualTo(40 * 300_000L);

    // a block is needed: blocks 0 and 1, the longest at two valid pages, go to block 10
    write(2);
    figures = device.figures();
    assertThat(figures.programs().of(Origin.LEAF)).isEqualTo(41);
    assertThat(figures.programs().of(Origin.GC)).isEqualTo(4);
    assertThat(figures.reads().of(Origin.GC)).isEqualTo(4);
    assertThat(figures.erases().of(Origin.GC)).isEqualTo(2);
    assertThat(figures.gcCopies()).isEqualTo(4);
    assertThat(figures.virtualMicros()).isEqualTo(45 * 300 + 4 * 30 + 2 * 2500);
    assertThat(figures.writeAmplification()).isEqualTo(45.0 / 41);
    assertThat(device.chip().eraseCount(0)).isEqualTo(1);
    assertThat(device.chip().eraseCount(1)).isEqualTo(1);

    // block 11 is full with one valid page; it goes first, then block 2
    write(2, 2, 2);
    assertThat(device.figures().pagePrograms()).isEqualTo(48);
    write(2);
    figures = device.figures();
    assertThat(figures.pagePrograms()).isEqualTo(52);
    assertThat(figures.pageReads()).isEqualTo(7);
    assertThat(figures.blockErases()).isEqualTo(4);
    assertThat(figures.virtualMicros()).isEqualTo(52 * 300 + 7 * 30 + 4 * 2500);
    assertThat(figures.busy()).isEqualTo(new BusyTime(7 * 30_000, 52 * 300_000, 4 * 2_500_000));
    assertThat(device.chip().eraseCount(11)).isEqualTo(1);
    assertThat(device.chip().eraseCount(2)).isEqualTo(1);
  }

  @Test
  void staticWearLevellingEmptiesRestedBlocks() {
    device = NandSpec.parse(SMALL + ",streams=shared,wear=static,wearthreshold=2").open();
    fill(); // blocks 0 to 4; 0 to 3 are never written again
    for (int round = 1; round <= 21; round++) {
      write(16, 17, 18, 19);
    }
    // rounds 6 to 21 erased one block each: 4 to 11 twice
    assertThat(device.figures().blockErases()).isEqualTo(16);
    assertThat(device.figures().gcCopies()).isZero();
    for (int block = 4; block < 12; block++) {
      assertThat(device.chip().eraseCount(block)).isEqualTo(2);
    }

    // round 22 erases block 4 a third time: block 0 is three behind, its pages go to block 4
    write(16, 17, 18, 19);
    DeviceStats figures = device.figures();
    assertThat(figures.programs().of(Origin.WEAR)).isEqualTo(4);
    assertThat(figures.erases().of(Origin.WEAR)).isEqualTo(1);
    assertThat(figures.erases().of(Origin.GC)).isEqualTo(17);
    assertThat(device.chip().eraseCount(0)).isEqualTo(1);
    assertThat(device.chip().eraseCount(4)).isEqualTo(3);

    // rounds 23 to 25 do the same for blocks 1 to 3, round 26 finds nothing to do
    for (int round = 23; round <= 26; round++) {
      write(16, 17, 18, 19);
    }
    figures = device.figures();
    assertThat(figures.erases().of(Origin.WEAR)).isEqualTo(4);
    assertThat(figures.erases().of(Origin.GC)).isEqualTo(21);
    assertThat(figures.pagePrograms()).isEqualTo(20 + 26 * 4 + 16);
    assertThat(figures.virtualMicros()).isEqualTo(140 * 300 + 16 * 30 + 25 * 2500);
    WearStats wear = device.wear();
    assertThat(wear.fewest()).isEqualTo(1);
    assertThat(wear.most()).isEqualTo(3);
    assertThat(wear.mean()).isEqualTo(25 / 12.0);
  }

  @Test
  void trimSparesCopies() {
    device = NandSpec.parse(SMALL + ",wear=none").open();
    fill();
    device.trim(0, 16, Origin.HEAP);
    for (int round = 0; round < 6; round++) {
      write(16, 17, 18, 19);
    }
    DeviceStats figures = device.figures();
    // the sixth round needs a block: block 0 has nothing valid, but its trim must be on flash
    // first;
    // the record opens the block that the host asked for, out of the reserve, so block 1 goes as
    // well
    assertThat(figures.blockErases()).isEqualTo(2);
    assertThat(figures.gcCopies()).isZero();
    assertThat(figures.programs().of(Origin.FTL_MAP)).isEqualTo(1);
    assertThat(figures.pagePrograms()).isEqualTo(20 + 24 + 1);
  }

  @Test
  void readsOfUnmappedPagesCostNothing() {
    device = NandSpec.parse(SMALL).open();
    device.read(3, 2, Origin.LEAF, null);
    assertThat(device.figures().pageReads()).isZero();
    assertThat(device.nowNanos()).isZero();
    write(3);
    device.read(3, 2, Origin.INTERNAL, null);
    assertThat(device.figures().reads().of(Origin.INTERNAL)).isEqualTo(1);
    assertThat(device.nowNanos()).isEqualTo(330_000);
  }

  @Test
  void wornBlocksAreRetired() {
    device = NandSpec.parse(SMALL + ",endurance=3,wear=dynamic").open();
    fill();
    int rounds = 0;
    try {
      while (true) {
        write(16, 17, 18, 19);
        rounds++;
      }
    } catch (WornOutException e) {
      assertThat(e).hasMessageContaining("bad");
    }
    // each of the eight blocks that take turns is erased three times and filled four times, at most
    assertThat(rounds).isBetween(4 * 6, 4 * 8);
    assertThat(device.chip().badBlocks()).isPositive();
    for (int page = 0; page < 20; page++) {
      device.read(page, 1, Origin.LEAF, null);
    }
  }
}
