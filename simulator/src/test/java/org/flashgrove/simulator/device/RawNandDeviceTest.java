package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.flash.UncorrectablePageException;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.junit.jupiter.api.Test;

/** The part behind a layer does what every device does; both parts share clock and power. */
class RawNandDeviceTest extends SimulatedDeviceContract {
  static final String SMALL =
      "rawnand:page=512,oob=16,block=4,op=100%,blocks=96,files=66%,endurance=3";

  private final RawNandDevice device = model(SMALL).open();
  private final RawFlash flash = device.flash(device);
  private final ByteBuffer content = ByteBuffer.allocateDirect(512);

  static RawNandDevice.Model model(String text) {
    return RawNandDevice.Model.of(Spec.parse(text));
  }

  @Override
  protected SimulatedDevice open() {
    return model("rawnand:page=512,block=8,op=100%,blocks=40,files=80%").open();
  }

  @Test
  void blocksAreShared() {
    assertThat(flash.geometry().blockCount()).isEqualTo(33);
    assertThat(device.pageCount()).isEqualTo(63 * 4 / 2);
    assertThatThrownBy(() -> model("rawnand:blocks=1")).isInstanceOf(SpecException.class);
    assertThatThrownBy(() -> model("rawnand:files=95%"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("files=95%");
    assertThatThrownBy(() -> model("rawnand:part=1")).isInstanceOf(SpecException.class);
  }

  @Test
  void figuresAndTimeAreOfBothParts() {
    device.write(0, 1, Origin.LOG, content);
    flash.program(2, 0, content, null);
    flash.read(2, 0, content, null);
    device.read(0, 1, Origin.LOG, content);
    flash.erase(2);
    assertThat(device.figures().programs().of(Origin.LOG)).isEqualTo(1);
    assertThat(device.figures().programs().of(Origin.INDEX)).isEqualTo(1);
    assertThat(device.figures().blockErases()).isEqualTo(1);
    assertThat(device.figures().pageReads()).isEqualTo(2);
    assertThat(device.figures().hostPageWrites()).isEqualTo(2);
    assertThat(device.figures().virtualMicros()).isEqualTo(2 * 300 + 2 * 30 + 2500);
    assertThat(device.nowNanos()).isEqualTo(3_160_000);
    assertThat(device.latency(OperationKind.WRITE, Origin.INDEX).count()).isEqualTo(1);
    assertThat(device.latency(OperationKind.WRITE).count()).isEqualTo(2);
    assertThat(device.wear().most()).isEqualTo(1);
    device.resetFigures();
    assertThat(device.figures().pagePrograms()).isZero();
    assertThat(device.figures().virtualMicros()).isZero();
  }

  /** The n-th program or erase of both parts together is cut, whichever part it is of. */
  @Test
  void powerGoesInTheOperationThatWasNamed() {
    Random random = Seeds.random();
    for (int round = 0; round < 40; round++) {
      RawNandDevice cut = model(SMALL).open();
      RawFlash raw = cut.flash(cut);
      int named = 1 + random.nextInt(30);
      cut.cutPowerAt(named);
      int done = 0;
      int block = 0;
      int index = 0;
      boolean isRaw = false;
      try {
        while (true) {
          isRaw = random.nextBoolean();
          if (isRaw) {
            if (index == 4) {
              index = 0;
              block++;
            }
            raw.program(block, index++, content, null);
          } else {
            cut.write(random.nextInt(100), 1, Origin.LOG, content);
          }
          done++;
        }
      } catch (PowerLossException e) {
        assertThat(done).isEqualTo(named - 1);
      }
      int torn = index - 1;
      int of = block;
      assertThatThrownBy(() -> raw.read(of, 0, content, null))
          .isInstanceOf(PowerLossException.class);
      assertThatThrownBy(() -> cut.read(0, 1, Origin.LOG, content))
          .isInstanceOf(PowerLossException.class);
      cut.restart();
      if (isRaw) {
        assertThatThrownBy(() -> raw.read(of, torn, content, null))
            .isInstanceOf(UncorrectablePageException.class);
      }
      cut.write(0, 1, Origin.LOG, content);
    }
  }

  @Test
  void bothPartsAreSaved() throws IOException {
    content.putLong(0, 4711);
    flash.program(7, 0, content, null);
    flash.erase(8);
    flash.markBad(9);
    content.putLong(0, 4712);
    device.write(5, 1, Origin.LOG, content);
    ByteArrayOutputStream image = new ByteArrayOutputStream();
    device.save(new ByteArrayOutputStream());
    device.save(image);
    RawNandDevice found = model(SMALL).open(new ByteArrayInputStream(image.toByteArray()));
    RawFlash raw = found.flash(found);
    raw.read(7, 0, content, null);
    assertThat(content.getLong(0)).isEqualTo(4711);
    assertThat(raw.nextIndex(7)).isEqualTo(1);
    assertThat(raw.eraseCount(8)).isEqualTo(1);
    assertThat(raw.isBad(9)).isTrue();
    found.read(5, 1, Origin.LOG, content);
    assertThat(content.getLong(0)).isEqualTo(4712);
    assertThat(found.nowNanos()).isGreaterThan(device.nowNanos());
    assertThat(found.figures().pageReads()).isEqualTo(2);
    for (RawNandDevice each : new RawNandDevice[] {device, found}) {
      assertThat(each.writesSinceNew().of(Origin.INDEX, Cause.MERGE)).isEqualTo(1);
      assertThat(each.writesSinceNew().of(Origin.LOG, Cause.CHANGE)).isEqualTo(1);
    }
    byte[] other = image.toByteArray();
    other[0]++;
    assertThatThrownBy(() -> model(SMALL).open(new ByteArrayInputStream(other)))
        .isInstanceOf(IOException.class);
  }
}
