package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.Origin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Layers that map blocks, followed by hand: blocks of 4 pages, 5 logical blocks, 3 blocks for trims
 * and 2 free ones; 30, 300 and 2,500 µs.
 */
class LogBlockMergesTest {
  /** Twelve blocks leave room for two log blocks. */
  private static final String TWO_LOGS = "nand:page=512,block=4,blocks=12,op=140%,content=off,ftl=";

  /** Thirteen blocks leave room for three: in FAST a sequential one and two random ones. */
  private static final String THREE_LOGS =
      "nand:page=512,block=4,blocks=13,op=160%,content=off,ftl=";

  private NandDevice device;
  private DeviceStats before;

  private void open(String spec) {
    device = NandSpec.parse(spec).open();
    assertThat(device.pageCount()).isEqualTo(20);
    before = device.figures();
  }

  private void write(int... pages) {
    for (int page : pages) {
      device.write(page, 1, Origin.LEAF, null);
    }
  }

  private void fill() {
    for (int page = 0; page < 20; page++) {
      write(page);
    }
    assertSince(20, 0, 0);
  }

  /** What was done since this was asked last. */
  private void assertSince(int written, int copied, int erased) {
    DeviceStats now = device.figures();
    DeviceStats since = now.since(before);
    before = now;
    assertThat(since.programs().of(Origin.LEAF)).isEqualTo(written);
    assertThat(since.programs().of(Origin.GC)).isEqualTo(copied);
    assertThat(since.reads().of(Origin.GC)).isEqualTo(copied);
    assertThat(since.erases().of(Origin.GC)).isEqualTo(erased);
    assertThat(since.pagePrograms()).isEqualTo(written + copied);
    assertThat(since.pageReads()).isEqualTo(copied);
    assertThat(since.blockErases()).isEqualTo(erased);
    assertThat(since.gcCopies()).isEqualTo(copied);
    assertThat(since.virtualMicros())
        .isEqualTo(300 * (written + copied) + 30 * copied + 2500 * erased);
  }

  @AfterEach
  void originsAddUp() {
    Conservation.check(device);
  }

  @Test
  void blockMappingRewritesTheBlock() {
    open(TWO_LOGS + "block");
    fill();
    write(2); // with 0, 1, 3
    assertSince(1, 3, 1);
    write(4, 5, 6, 7); // in order, and yet four times the block
    assertSince(4, 12, 4);
    device.trim(8, 3, Origin.HEAP);
    device.flush(Origin.HEAP);
    assertThat(device.figures().since(before).programs().of(Origin.FTL_MAP)).isEqualTo(1);
    before = device.figures();
    write(9); // only 11 is left to be copied
    assertSince(1, 1, 1);
    write(8); // its place was passed over
    assertSince(1, 2, 1);
  }

  @Test
  void blockMappingWritesInPlaceWhatComesInOrder() {
    open(TWO_LOGS + "block");
    write(1, 3); // one block, whose first and third places are passed over
    assertSince(2, 0, 0);
    write(2);
    assertSince(1, 2, 1);
    write(0);
    assertSince(1, 3, 1);
    write(7);
    assertSince(1, 0, 0);
    write(6, 5, 4); // downwards: each takes a block, with what is there already
    assertSince(3, 1 + 2 + 3, 3);
  }

  @Test
  void bastSwitches() {
    open(TWO_LOGS + "bast");
    fill();
    write(0, 1, 2, 3); // the log block is full, and in order
    assertSince(4, 0, 0);
    write(0); // it is the data block now
    assertSince(1, 0, 1);
    write(1, 2, 3);
    for (int round = 0; round < 10; round++) {
      write(0, 1, 2, 3);
    }
    assertSince(43, 0, 10);
    assertThat(device.figures().writeAmplification()).isEqualTo(1);
  }

  @Test
  void bastMergesPartially() {
    open(TWO_LOGS + "bast");
    fill();
    write(4, 5); // a log block with the first half of a block
    write(8);
    assertSince(3, 0, 0);
    write(12); // needs its log block: 6 and 7 are copied behind 4 and 5, the old block erased
    assertSince(1, 2, 1);
    // now 8 was written least recently: 9, 10 and 11 are copied
    write(13, 4);
    assertSince(2, 3, 1);
  }

  @Test
  void bastMergesFully() {
    open(TWO_LOGS + "bast");
    fill();
    write(5, 4, 5, 4); // full, but not in order
    assertSince(4, 0, 0);
    write(6); // four copies, and two blocks erased
    assertSince(1, 4, 2);
    write(5, 8);
    assertSince(2, 0, 0);
    write(0); // the log block with 6 and 5 goes although it is not full
    assertSince(1, 4, 2);
    device.read(5, 2, Origin.LEAF, null);
    assertThat(device.figures().since(before).pageReads()).isEqualTo(2);
  }

  @Test
  void trimsSpareCopiesInMerges() {
    open(TWO_LOGS + "bast");
    fill();
    write(5, 4);
    assertSince(2, 0, 0);
    device.trim(6, 2, Origin.HEAP);
    device.flush(Origin.HEAP);
    before = device.figures();
    write(8, 12); // a full merge of two pages
    assertSince(2, 2, 2);
  }

  @Test
  void fastSwitchesAndMergesPartially() {
    open(THREE_LOGS + "fast");
    fill();
    write(0, 1, 2, 3); // the sequential log block is full
    assertSince(4, 0, 0);
    write(4, 5); // a switch merge, then the next sequence
    assertSince(2, 0, 1);
    write(8); // a partial merge: 6 and 7
    assertSince(1, 2, 1);
    write(10); // out of order: a partial merge of 9, 10 and 11, then a random log block
    assertSince(1, 3, 1);
    write(9); // its owner has no sequential log block any more
    assertSince(1, 0, 0);
    write(8, 9); // a new one; 9 is the next of it
    assertSince(2, 0, 0);
    write(12); // copies 10 from the random log block, 11 from the data block
    assertSince(1, 2, 1);
  }

  @Test
  void fastMergesRandomLogBlocksFully() {
    open(THREE_LOGS + "fast");
    fill();
    write(1, 5, 9, 13); // the first random log block
    write(1, 5, 9, 13); // the second
    assertSince(8, 0, 0);
    write(17); // the first holds nothing that is needed
    assertSince(1, 0, 1);
    write(6, 10, 14);
    assertSince(3, 0, 0);
    // the second goes: logical blocks 0 to 3, also with 6, 10 and 14 from the third
    write(2);
    assertSince(1, 16, 5);
    write(6, 10, 14);
    assertSince(3, 0, 0);
    write(18); // of the third 17 alone is needed
    assertSince(1, 4, 2);
  }

  @Test
  void fastTakesTheOwnerOfTheSequentialLogBlockAlong() {
    open(THREE_LOGS + "fast");
    fill();
    write(2, 6, 10, 14); // a random log block
    write(0, 1); // the sequential one
    write(6, 10, 14, 18); // the other random log block
    assertSince(10, 0, 0);
    // of the first only 2 is needed; it and 3 complete the sequential log block
    write(5);
    assertSince(1, 2, 2);
    device.read(2, 1, Origin.LEAF, null);
    assertThat(device.figures().since(before).reads().of(Origin.LEAF)).isEqualTo(1);
  }
}
