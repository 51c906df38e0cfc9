package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.flashgrove.core.flash.BlockFailedException;
import org.flashgrove.core.flash.FlashRuleException;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.flash.RawFlashContract;
import org.flashgrove.core.flash.UncorrectablePageException;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.figures.Origin;
import org.junit.jupiter.api.Test;

class NandRawFlashTest extends RawFlashContract {
  private static final String SMALL = "nand:page=512,oob=16,block=4,blocks=32,endurance=3,ftl=none";

  private final NandRawFlash flash = NandSpec.parse(SMALL).openRaw();
  private final ByteBuffer content = ByteBuffer.allocateDirect(512);
  private final ByteBuffer oob = ByteBuffer.allocateDirect(16);

  @Override
  protected RawFlash open() {
    return NandSpec.parse(SMALL).openRaw();
  }

  @Test
  void operationsAreCountedAndTimed() {
    content.putLong(504, 77);
    oob.putLong(8, 88);
    flash.origin(Origin.LEAF);
    flash.program(3, 1, content, oob);
    content.putLong(504, 0);
    oob.putLong(8, 0);
    flash.origin(Origin.INTERNAL);
    flash.read(3, 1, content, oob);
    assertThat(content.getLong(504)).isEqualTo(77);
    assertThat(oob.getLong(8)).isEqualTo(88);
    assertThat(flash.nextIndex(3)).isEqualTo(2);
    flash.erase(3);
    flash.read(3, 1, content, null);
    assertThat(content.getLong(504)).isEqualTo(-1);
    assertThat(flash.figures().programs().of(Origin.LEAF)).isEqualTo(1);
    assertThat(flash.figures().reads().of(Origin.INTERNAL)).isEqualTo(2);
    assertThat(flash.figures().virtualMicros()).isEqualTo(300 + 30 + 2500 + 30);
    assertThat(flash.figures().writeAmplification()).isEqualTo(1);
  }

  @Test
  void refusedOperationsAreNotCounted() {
    flash.program(0, 2, content, oob);
    assertThatThrownBy(() -> flash.program(0, 1, content, oob))
        .isInstanceOf(FlashRuleException.class);
    assertThat(flash.figures().pagePrograms()).isEqualTo(1);
    assertThat(flash.figures().hostPageWrites()).isEqualTo(1);
    assertThat(flash.figures().virtualMicros()).isEqualTo(300);
  }

  @Test
  void powerLossTears() {
    flash.cutPowerAt(1);
    assertThatThrownBy(() -> flash.program(0, 0, content, oob))
        .isInstanceOf(PowerLossException.class);
    flash.restart();
    assertThatThrownBy(() -> flash.read(0, 0, content, oob))
        .isInstanceOf(UncorrectablePageException.class);
    flash.program(0, 1, content, oob);
  }

  @Test
  void failuresAreReported() {
    NandRawFlash failing = NandSpec.parse(SMALL + ",programfail=1,erasefail=1").openRaw();
    assertThatThrownBy(() -> failing.program(0, 0, content, oob))
        .isInstanceOf(BlockFailedException.class)
        .hasMessageContaining("block 0");
    assertThatThrownBy(() -> failing.erase(1)).isInstanceOf(BlockFailedException.class);
    assertThat(failing.isBad(1)).isTrue();
  }
}
