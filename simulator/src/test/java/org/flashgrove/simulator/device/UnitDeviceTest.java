package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.figures.Origin;
import org.junit.jupiter.api.Test;

/** Tests a device with units that loses power while a trim writes records of emptied pages. */
class UnitDeviceTest {
  @Test
  void aDeviceThatLostPowerInATrimIsOff() {
    SimulatedDevice device =
        SimulatedDevices.of(Spec.parse("zns:chip=thesis,size=24M,zone=32K,open=5")).open();
    ByteBuffer page = AlignedBuffers.allocate(device.pageBytes());
    int pages = (int) device.capacityPages();
    for (int i = 0; i < pages; i++) {
      page.putLong(0, i + 1).putLong(device.pageBytes() - Long.BYTES, 1);
      device.write(i, 1, Origin.INDEX, page);
    }
    device.flush(Origin.INDEX);
    device.write(1, 1, Origin.INDEX, page); // waits in memory
    device.cutPowerAt(3);
    assertThatThrownBy(
            () -> {
              for (int i = 2; i < pages; i += 2) {
                device.trim(i, 1, Origin.INDEX);
              }
            })
        .isInstanceOf(PowerLossException.class);
    assertThatThrownBy(() -> device.read(1, 1, Origin.INDEX, page)).hasMessageContaining("power");
    assertThatCode(() -> device.save(new ByteArrayOutputStream())).doesNotThrowAnyException();
  }
}
