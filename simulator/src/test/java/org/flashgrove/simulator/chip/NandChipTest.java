package org.flashgrove.simulator.chip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.flash.FlashRuleException;
import org.junit.jupiter.api.Test;

class NandChipTest {
  private static final FlashGeometry GEOMETRY = new FlashGeometry(1, 1, 2, 4, 4, 16, 16);
  private static final NandModel MODEL =
      new NandModel("test", GEOMETRY, NandTiming.ofMicros(30, 300, 2500), 3, 0);

  private final NandChip chip = new NandChip(MODEL, 16, ErrorModel.NONE);

  private void program(int page) {
    assertThat(chip.program(page, page, 100 + page, 0, null, 0)).isTrue();
  }

  @Test
  void aPageIsProgrammedOnce() {
    program(0);
    assertThatThrownBy(() -> program(0))
        .isInstanceOf(FlashRuleException.class)
        .hasMessageContaining("block 0, page 0: out of order, the next page is 1; program");
    assertThat(chip.programs()).isEqualTo(1);
  }

  @Test
  void pagesAreProgrammedInOrder() {
    program(2);
    assertThatThrownBy(() -> program(1)).isInstanceOf(FlashRuleException.class);
    program(3);
    assertThat(chip.nextIndex(0)).isEqualTo(4);
    assertThat(chip.hasTag(1)).isFalse();
    assertThat(chip.erase(0)).isTrue();
    program(0);
    assertThat(chip.tag(0)).isZero();
    assertThat(chip.sequence(0)).isEqualTo(100);
  }

  @Test
  void blocksEndureWhatTheyEndure() {
    for (int i = 0; i < 3; i++) {
      chip.erase(5);
    }
    assertThatThrownBy(() -> chip.erase(5))
        .isInstanceOf(FlashRuleException.class)
        .hasMessageContaining("endurance of 3");
    program(5 * 4);
    assertThat(chip.eraseCount(5)).isEqualTo(3);
  }

  @Test
  void badBlocksCanOnlyBeRead() {
    program(8);
    chip.markBad(2);
    chip.markBad(2);
    assertThat(chip.badBlocks()).isEqualTo(1);
    assertThatThrownBy(() -> program(9)).isInstanceOf(FlashRuleException.class);
    assertThatThrownBy(() -> chip.erase(2)).isInstanceOf(FlashRuleException.class);
    assertThat(chip.read(8, 0)).isEqualTo(1);
  }

  @Test
  void pagesWithoutContentReadAsZerosWhereverTheyAreMoved() {
    ByteBuffer bytes = ByteBuffer.allocate(16);
    for (int i = 0; i < 16; i++) {
      bytes.put(i, (byte) 9);
    }
    chip.program(0, 0, 1, 0, bytes, 0);
    chip.program(1, 1, 2, 0, null, 0);
    chip.copy(1, 8, 1, 2, 0, true);
    chip.copy(0, 9, 0, 1, 0, true);
    ByteBuffer read = ByteBuffer.allocate(16);
    for (int page : new int[] {1, 8}) {
      read.put(3, (byte) 1);
      chip.content(page, 0, 16, read, 0);
      assertThat(read).isEqualTo(ByteBuffer.allocate(16));
    }
    chip.content(9, 0, 16, read, 0);
    assertThat(read).isEqualTo(bytes);
    // a page whose place had content in an earlier life
    chip.erase(0);
    chip.program(0, 0, 3, 0, null, 0);
    chip.content(0, 0, 16, read, 0);
    assertThat(read).isEqualTo(ByteBuffer.allocate(16));
  }

  @Test
  void contentIsKept() {
    ByteBuffer bytes = ByteBuffer.allocate(32);
    for (int i = 0; i < 32; i++) {
      bytes.put(i, (byte) i);
    }
    chip.program(0, 7, 1, 0, bytes, 16);
    chip.copy(0, 20, 7, 1, 0, true);
    ByteBuffer read = ByteBuffer.allocate(20);
    chip.content(20, 0, 16, read, 4);
    for (int i = 0; i < 16; i++) {
      assertThat(read.get(4 + i)).isEqualTo((byte) (16 + i));
    }
    chip.content(21, 0, 16, read, 4);
    assertThat(read.get(4)).isEqualTo((byte) 0xFF);
  }

  @Test
  void powerLossTearsAPage() {
    program(0);
    chip.power().cutAt(2);
    program(1);
    assertThatThrownBy(() -> program(2)).isInstanceOf(PowerLossException.class);
    assertThatThrownBy(() -> program(3)).isInstanceOf(PowerLossException.class);
    assertThatThrownBy(() -> chip.read(0, 0)).isInstanceOf(PowerLossException.class);
    chip.power().restore();
    assertThat(chip.read(1, 0)).isEqualTo(1);
    assertThat(chip.read(2, 0)).isNegative();
    assertThat(chip.hasTag(2)).isFalse();
    assertThat(chip.isErased(2)).isFalse();
    assertThat(chip.uncorrectable()).isEqualTo(1);
    assertThatThrownBy(() -> program(2)).isInstanceOf(FlashRuleException.class);
    program(3);
  }

  @Test
  void powerLossTearsABlock() {
    program(0);
    program(4);
    chip.power().cutAt(1);
    assertThatThrownBy(() -> chip.erase(0)).isInstanceOf(PowerLossException.class);
    chip.power().restore();
    for (int page = 0; page < 4; page++) {
      assertThat(chip.hasTag(page)).isFalse();
      assertThat(chip.read(page, 0)).isNegative();
    }
    assertThatThrownBy(() -> program(0)).isInstanceOf(FlashRuleException.class);
    assertThat(chip.eraseCount(0)).isEqualTo(1);
    assertThat(chip.erase(0)).isTrue();
    program(0);
    assertThat(chip.hasTag(4)).isTrue();
  }

  @Test
  void aCopyOfWhatCannotBeReadCannotBeRead() {
    program(0);
    chip.copy(0, 4, 9, 11, 0, false);
    assertThat(chip.hasTag(4)).isTrue();
    assertThat(chip.tag(4)).isEqualTo(9);
    assertThat(chip.read(4, 0)).isNegative();
  }

  @Test
  void presetsAreOfTheirSize() {
    assertThat(NandPresets.named("thesis").geometry().sizeBytes()).isEqualTo(512L << 20);
    assertThat(NandPresets.named("nandsim").geometry().sizeBytes()).isEqualTo(1L << 30);
    assertThat(NandPresets.named("tc58nvg1s3e").geometry().sizeBytes()).isEqualTo(256L << 20);
    assertThat(NandPresets.named("tc58nvg3s0f").geometry().sizeBytes()).isEqualTo(1L << 30);
    NandTiming tlc = NandPresets.named("tlc").timing();
    assertThat(tlc.programNanos(0)).isEqualTo(900_000);
    assertThat(tlc.programNanos(1)).isEqualTo(1_125_000);
    assertThat(tlc.programNanos(5)).isEqualTo(1_350_000);
  }
}
