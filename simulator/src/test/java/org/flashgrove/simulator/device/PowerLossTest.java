package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.figures.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Power cuts at chosen operations, and what is found afterwards: 12 blocks of 4 pages. */
class PowerLossTest {
  private static final String SMALL = "nand:page=512,block=4,blocks=12,op=140%,wear=none";

  private final ByteBuffer bytes = ByteBuffer.allocate(512);

  private void write(SimulatedDevice device, int page, long value) {
    bytes.putLong(0, value);
    device.write(page, 1, Origin.LEAF, bytes);
  }

  private long read(SimulatedDevice device, int page) {
    device.read(page, 1, Origin.LEAF, bytes);
    return bytes.getLong(0);
  }

  @Test
  void aTornPageLeavesTheOldContent() {
    NandDevice device = NandSpec.parse(SMALL).open();
    write(device, 7, 1);
    device.cutPowerAt(1);
    assertThatThrownBy(() -> write(device, 7, 2))
        .isInstanceOf(PowerLossException.class)
        .hasMessageContaining("while page 1 was programmed");
    assertThatThrownBy(() -> read(device, 7)).isInstanceOf(PowerLossException.class);
    assertThatThrownBy(() -> device.flush(Origin.LEAF)).isInstanceOf(PowerLossException.class);
    device.restart();
    assertThat(read(device, 7)).isEqualTo(1);
    // the torn page costs its place; its block is kept for collected pages, from the next one on
    write(device, 7, 3);
    assertThat(device.chip().nextIndex(0)).isEqualTo(2);
    assertThat(device.chip().nextIndex(1)).isEqualTo(1);
    assertThat(read(device, 7)).isEqualTo(3);
    Conservation.check(device);
  }

  @Test
  void theScanReadsEachPageOnceAndOneErasedPageOfEachBlock() {
    NandDevice device = NandSpec.parse(SMALL).open();
    for (int page = 0; page < 20; page++) {
      write(device, page, page);
    }
    write(device, 0, 100);
    long before = device.nowNanos();
    device.cutPower();
    device.restart();
    // five full blocks; one with a page and an erased one; six erased ones
    assertThat(device.figures().reads().of(Origin.RECOVERY)).isEqualTo(20 + 2 + 6);
    assertThat(device.nowNanos() - before).isEqualTo(28 * 30_000);
    assertThat(read(device, 0)).isEqualTo(100);
    for (int page = 1; page < 20; page++) {
      assertThat(read(device, page)).isEqualTo(page);
    }
    Conservation.check(device);
  }

  @Test
  void aFlushedTrimStaysAnUnflushedOneMayNot() {
    NandDevice device = NandSpec.parse(SMALL).open();
    for (int page = 0; page < 8; page++) {
      write(device, page, page + 1);
    }
    device.trim(2, 3, Origin.HEAP);
    assertThat(read(device, 3)).isZero();
    assertThat(device.figures().pagePrograms()).isEqualTo(8);
    device.flush(Origin.HEAP);
    assertThat(device.figures().programs().of(Origin.FTL_MAP)).isEqualTo(1);
    device.trim(5, 1, Origin.HEAP);
    device.cutPower();
    device.restart();
    for (int page = 0; page < 8; page++) {
      assertThat(read(device, page)).isEqualTo(page >= 2 && page <= 4 ? 0 : page + 1);
    }
    // written again, a page is newer than its trim
    write(device, 3, 33);
    device.cutPower();
    device.restart();
    assertThat(read(device, 3)).isEqualTo(33);
    assertThat(read(device, 2)).isZero();
    Conservation.check(device);
  }

  @Test
  void anInterruptedCollectionLosesNothing() {
    // every operation of a collection is interrupted once: copies, then the erase
    for (int operation = 1; operation <= 12; operation++) {
      NandDevice device = NandSpec.parse(SMALL).open();
      for (int page = 0; page < 20; page++) {
        write(device, page, page);
      }
      int[] overwritten = {0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 0, 4, 8, 12, 16, 0, 8, 12, 8, 12};
      for (int page : overwritten) {
        write(device, page, 100 + page);
      }
      device.cutPowerAt(operation);
      boolean lost = false;
      for (int i = 0; i < 8 && !lost; i++) {
        try {
          write(device, 2, 200 + i);
        } catch (PowerLossException e) {
          lost = true;
        }
      }
      assertThat(lost).isTrue();
      device.restart();
      for (int page = 0; page < 20; page++) {
        boolean second = page % 4 < 2;
        if (page != 2) {
          assertThat(read(device, page)).isEqualTo(second ? 100 + page : page);
        }
      }
      for (int round = 0; round < 10; round++) {
        for (int page = 0; page < 20; page++) {
          write(device, page, 1000 + round);
        }
      }
      assertThat(read(device, 19)).isEqualTo(1009);
      Conservation.check(device);
    }
  }

  /** Every program and erase of some overwrites is interrupted once, whatever the layer. */
  @ParameterizedTest
  @ValueSource(strings = {"block", "bast", "fast", "dftl,cmt=16", "page"})
  void noInterruptionLosesAnything(String layer) {
    int operation = 0;
    boolean lost = true;
    while (lost) {
      operation++;
      NandDevice device =
          NandSpec.parse("nand:page=512,block=4,blocks=16,op=220%,wear=none,ftl=" + layer).open();
      long[] before = new long[20];
      long[] after = new long[20];
      device.cutPowerAt(operation);
      lost = false;
      for (int i = 0; i < 120 && !lost; i++) {
        int page = i < 20 ? i : (7 * i + i / 9) % 20;
        after[page] = i + 1;
        try {
          write(device, page, i + 1);
          before[page] = i + 1;
        } catch (PowerLossException e) {
          lost = true;
        }
      }
      device.cutPower();
      device.restart();
      for (int round = 0; round < 3; round++) {
        for (int page = 0; page < 20; page++) {
          long value = read(device, page);
          assertThat(value).as("operation %d", operation).isIn(before[page], after[page]);
          before[page] = 1000 * round + page;
          after[page] = before[page];
          write(device, page, before[page]);
        }
      }
      Conservation.check(device);
    }
    System.out.printf("%s: interrupted at each of %d operations%n", layer, operation - 1);
    assertThat(operation).isGreaterThan(120);
  }

  @Test
  void theWriteBufferIsLostUnlessFlushedOrHeldByACapacitor() {
    NandDevice plain = NandSpec.parse(SMALL + ",buffer=2K").open();
    write(plain, 0, 1);
    plain.flush(Origin.LEAF);
    write(plain, 0, 2);
    write(plain, 1, 2);
    assertThat(read(plain, 0)).isEqualTo(2);
    plain.cutPower();
    plain.restart();
    assertThat(read(plain, 0)).isEqualTo(1);
    assertThat(read(plain, 1)).isZero();

    NandDevice held = NandSpec.parse(SMALL + ",buffer=2K,capacitor=on").open();
    write(held, 0, 1);
    held.flush(Origin.LEAF);
    assertThat(held.figures().pagePrograms()).isZero();
    write(held, 1, 2);
    held.cutPower();
    held.restart();
    assertThat(read(held, 0)).isEqualTo(1);
    assertThat(read(held, 1)).isEqualTo(2);
  }
}
