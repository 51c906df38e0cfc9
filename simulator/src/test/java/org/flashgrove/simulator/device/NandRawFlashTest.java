package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.flashgrove.core.flash.BlockFailedException;
import org.flashgrove.core.flash.FlashRuleException;
import org.flashgrove.core.flash.UncorrectablePageException;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.figures.Origin;
import org.junit.jupiter.api.Test;

class NandRawFlashTest {
  private static final String SMALL = "nand:page=512,oob=16,block=4,blocks=32,endurance=2,ftl=none";

  private final NandRawFlash flash = NandSpec.parse(SMALL).openRaw();
  private final ByteBuffer content = ByteBuffer.allocateDirect(512);
  private final ByteBuffer oob = ByteBuffer.allocateDirect(16);

  @Test
  void contentAndOutOfBandAreaComeBack() {
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
  void missingPartsAreOnes() {
    oob.putLong(0, 5);
    flash.program(0, 0, null, oob);
    flash.read(0, 0, content, null);
    assertThat(content.getLong(0)).isEqualTo(-1);
    flash.program(0, 1, content, null);
    flash.read(0, 1, null, oob);
    assertThat(oob.getLong(0)).isEqualTo(-1);
  }

  @Test
  void rulesAreChecked() {
    flash.program(0, 2, content, oob);
    assertThatThrownBy(() -> flash.program(0, 2, content, oob))
        .isInstanceOf(FlashRuleException.class);
    assertThatThrownBy(() -> flash.program(0, 1, content, oob))
        .isInstanceOf(FlashRuleException.class);
    flash.erase(0);
    flash.erase(0);
    assertThatThrownBy(() -> flash.erase(0)).isInstanceOf(FlashRuleException.class);
    flash.markBad(1);
    assertThat(flash.isBad(1)).isTrue();
    assertThatThrownBy(() -> flash.erase(1)).isInstanceOf(FlashRuleException.class);
    assertThatThrownBy(() -> flash.program(1, 0, content, oob))
        .isInstanceOf(FlashRuleException.class);
    assertThatThrownBy(() -> flash.read(0, 4, content, oob))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> flash.read(32, 0, content, oob))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(flash.endurance()).isEqualTo(2);
    assertThat(flash.figures().pagePrograms()).isEqualTo(flash.figures().hostPageWrites());
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
  void failuresAreTold() {
    NandRawFlash failing = NandSpec.parse(SMALL + ",programfail=1,erasefail=1").openRaw();
    assertThatThrownBy(() -> failing.program(0, 0, content, oob))
        .isInstanceOf(BlockFailedException.class)
        .hasMessageContaining("block 0");
    assertThatThrownBy(() -> failing.erase(1)).isInstanceOf(BlockFailedException.class);
    assertThat(failing.isBad(1)).isTrue();
  }
}
