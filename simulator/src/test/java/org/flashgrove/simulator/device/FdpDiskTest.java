package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.Origin;
import org.junit.jupiter.api.Test;

class FdpDiskTest extends SimulatedDeviceContract {
  private static final String SPEC = "fdp:chip=thesis,size=2M,ru=32K,op=40%,handles=3";

  private static SimulatedDevice open(String spec) {
    return SimulatedDevices.of(Spec.parse(spec)).open();
  }

  @Override
  protected SimulatedDevice open() {
    return open(SPEC);
  }

  @Test
  void countsOfHandlesAndOfTheMatrixAddUp() {
    FdpDisk disk = (FdpDisk) open(SPEC);
    Random random = Seeds.random();
    ByteBuffer bytes = ByteBuffer.allocateDirect(disk.pageBytes());
    Origin[] origins = {Origin.LOG, Origin.MAP, Origin.LEAF};
    for (int i = 0; i < 20_000; i++) {
      Origin origin = origins[random.nextInt(3)];
      disk.write(random.nextInt((int) disk.pageCount()), 1, origin, bytes);
    }
    DeviceStats figures = disk.figures();
    assertThat(figures.hostPageWrites()).isEqualTo(20_000);
    assertThat(figures.writes().ofHost()).isEqualTo(20_000);
    assertThat(figures.writes().total()).isEqualTo(20_000 + figures.gcCopies());
    assertThat(figures.gcCopies()).isPositive();
    for (int handle = 0; handle < 3; handle++) {
      assertThat(disk.stats().handles().get(handle).hostPages()).isBetween(6_000L, 7_500L);
    }
  }

  @Test
  void specsSayWhatIsWrong() {
    assertThatThrownBy(() -> open("fdp:ru=3000"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("fdp: ru=3000");
    assertThatThrownBy(() -> open("fdp:size=16M,unit=2M"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("too few");
    assertThatThrownBy(() -> open("fdp:unit=2M"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("allowed: unit equal to ru");
    assertThatThrownBy(() -> open("zns:size=8M"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("8 units");
    assertThatThrownBy(() -> open("nand:unit=1M,content=off"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("content=on");
    assertThatThrownBy(() -> open("hdd:unit=1M"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("unit");
  }
}
