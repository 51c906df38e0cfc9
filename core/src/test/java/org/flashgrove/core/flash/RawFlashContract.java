package org.flashgrove.core.flash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@link RawFlash} promises; every implementation inherits it. */
public abstract class RawFlashContract {
  private RawFlash flash;
  private FlashGeometry geometry;
  private ByteBuffer content;
  private ByteBuffer oob;

  /** Erased flash of at least four blocks of four pages, none bad, of an endurance of three. */
  protected abstract RawFlash open();

  @BeforeEach
  void openFlash() {
    flash = open();
    geometry = flash.geometry();
    content = ByteBuffer.allocateDirect(geometry.pageBytes());
    oob = ByteBuffer.allocateDirect(geometry.oobBytes());
  }

  private void fill(long value) {
    for (int at = 0; at + 8 <= content.capacity(); at += 8) {
      content.putLong(at, value);
    }
    for (int at = 0; at + 8 <= oob.capacity(); at += 8) {
      oob.putLong(at, ~value);
    }
  }

  private void requireHolds(long value, long oobValue) {
    for (int at = 0; at + 8 <= content.capacity(); at += 8) {
      assertThat(content.getLong(at)).isEqualTo(value);
    }
    for (int at = 0; at + 8 <= oob.capacity(); at += 8) {
      assertThat(oob.getLong(at)).isEqualTo(oobValue);
    }
  }

  @Test
  void whatIsProgrammedIsRead() {
    fill(7);
    flash.program(1, 0, content, oob);
    fill(8);
    flash.program(1, 1, content, oob);
    content.position(3);
    flash.read(1, 0, content, oob);
    requireHolds(7, ~7);
    assertThat(content.position()).isEqualTo(3);
    flash.read(1, 1, content, oob);
    requireHolds(8, ~8);
  }

  @Test
  void erasedPagesAreOnes() {
    flash.read(0, 0, content, oob);
    requireHolds(-1, -1);
    fill(5);
    flash.program(0, 0, content, oob);
    flash.erase(0);
    flash.read(0, 0, content, oob);
    requireHolds(-1, -1);
  }

  @Test
  void eitherPartMayBeLeftOut() {
    fill(3);
    flash.program(0, 0, null, oob);
    flash.program(0, 1, content, null);
    flash.read(0, 0, content, null);
    assertThat(content.getLong(0)).isEqualTo(-1);
    flash.read(0, 0, null, oob);
    assertThat(oob.getLong(0)).isEqualTo(~3L);
    flash.read(0, 1, content, oob);
    requireHolds(3, -1);
  }

  @Test
  void aPageIsProgrammedOnceAndInOrder() {
    fill(1);
    assertThat(flash.nextIndex(2)).isZero();
    flash.program(2, 1, content, oob);
    assertThat(flash.nextIndex(2)).isEqualTo(2);
    fill(2);
    assertThatThrownBy(() -> flash.program(2, 1, content, oob))
        .isInstanceOf(FlashRuleException.class);
    assertThatThrownBy(() -> flash.program(2, 0, content, oob))
        .isInstanceOf(FlashRuleException.class);
    flash.read(2, 1, content, oob);
    requireHolds(1, ~1);
    flash.erase(2);
    assertThat(flash.nextIndex(2)).isZero();
    flash.program(2, 0, content, oob);
  }

  @Test
  void enduranceIsKept() {
    assertThat(flash.endurance()).isEqualTo(3);
    for (int i = 1; i <= 3; i++) {
      flash.erase(3);
      assertThat(flash.eraseCount(3)).isEqualTo(i);
    }
    assertThatThrownBy(() -> flash.erase(3)).isInstanceOf(FlashRuleException.class);
    assertThat(flash.eraseCount(3)).isEqualTo(3);
    flash.program(3, 0, content, oob);
  }

  @Test
  void badBlocksAreReadOnly() {
    fill(9);
    flash.program(1, 0, content, oob);
    assertThat(flash.isBad(1)).isFalse();
    flash.markBad(1);
    flash.markBad(1);
    assertThat(flash.isBad(1)).isTrue();
    assertThatThrownBy(() -> flash.program(1, 1, content, oob))
        .isInstanceOf(FlashRuleException.class);
    assertThatThrownBy(() -> flash.erase(1)).isInstanceOf(FlashRuleException.class);
    flash.read(1, 0, content, oob);
    requireHolds(9, ~9);
  }

  @Test
  void numbersOutsideAreRefused() {
    int blocks = geometry.blockCount();
    assertThatThrownBy(() -> flash.read(blocks, 0, content, oob))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> flash.program(0, geometry.pagesPerBlock(), content, oob))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> flash.erase(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void behavesAsAMapThatObeysTheRules() {
    Random random = Seeds.random();
    Map<Integer, Long> expected = new HashMap<>();
    for (int step = 0; step < 2000; step++) {
      int block = random.nextInt(4);
      int index = random.nextInt(geometry.pagesPerBlock());
      if (random.nextInt(3) == 0 && index >= flash.nextIndex(block)) {
        fill(step);
        flash.program(block, index, content, oob);
        expected.put(geometry.page(block, index), (long) step);
      } else if (random.nextInt(100) == 0 && flash.eraseCount(block) < flash.endurance()) {
        flash.erase(block);
        for (int page = 0; page < geometry.pagesPerBlock(); page++) {
          expected.remove(geometry.page(block, page));
        }
      } else {
        flash.read(block, index, content, oob);
        Long value = expected.get(geometry.page(block, index));
        requireHolds(value == null ? -1 : value, value == null ? -1 : ~value);
      }
    }
  }
}
