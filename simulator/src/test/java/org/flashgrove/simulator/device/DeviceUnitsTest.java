package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.unitspace.UnitConfig;
import org.flashgrove.unitspace.UnitSpace;
import org.junit.jupiter.api.Test;

/** Tests drives as the devices of unit spaces. */
class DeviceUnitsTest {
  private static final int ZONE_PAGES = 16;

  /**
   * A space with fewer classes of pages finishes the partly written zones of the other classes. A
   * later space with more classes must not write to these zones.
   */
  @Test
  void aFinishedZoneIsNotWrittenAgain() {
    SimulatedDevice drive =
        SimulatedDevices.of(Spec.parse("zns:chip=thesis,size=2M,zone=32K,open=5")).open();
    DeviceUnits zones = DeviceUnits.of(((UnitDevice) drive).medium(), ZONE_PAGES);
    ByteBuffer bytes = AlignedBuffers.allocate(zones.pageBytes());
    int written = 0;
    for (int classes : new int[] {5, 3, 5}) {
      UnitSpace space = UnitSpace.mount(zones, UnitConfig.streams(classes));
      for (int page = 0; page < written; page++) {
        space.read(page, 1, 0, bytes, 0);
        assertThat(bytes.getLong(0)).as("page %d", page).isEqualTo(page + 1);
      }
      for (int i = 0; i < 4 * (classes - 1); i++) {
        bytes.putLong(0, written + 1);
        bytes.putLong(zones.pageBytes() - Long.BYTES, 1);
        space.write(written++, i % (classes - 1), 0, bytes, 0);
      }
      space.flush();
    }
  }
}
