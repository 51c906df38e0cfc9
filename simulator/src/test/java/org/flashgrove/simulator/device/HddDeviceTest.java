package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.figures.BusyTime;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.junit.jupiter.api.Test;

class HddDeviceTest extends SimulatedDeviceContract {
  /** A page of 4 KiB passes in 4,096 / 4,096,000 of a second: 1 ms; beginning anew takes 5 ms. */
  private static final String ROUND = "hdd:seek=5ms,bandwidth=4096000,size=1M";

  @Override
  protected SimulatedDevice open() {
    return HddSpec.parse("hdd:page=512,size=1M").open();
  }

  @Test
  void whatFollowsDoesNotWaitForTheHeads() {
    HddDevice device = HddSpec.parse(ROUND).open();
    assertThat(device.pageCount()).isEqualTo(256);
    device.read(10, 1, Origin.LEAF, null);
    assertThat(device.nowNanos()).isEqualTo(6_000_000);
    device.read(11, 4, Origin.LEAF, null); // in sequence
    assertThat(device.nowNanos()).isEqualTo(10_000_000);
    device.write(15, 1, Origin.LOG, null); // also for a write
    assertThat(device.nowNanos()).isEqualTo(11_000_000);
    device.write(15, 1, Origin.LOG, null); // the same page again has just passed
    assertThat(device.nowNanos()).isEqualTo(17_000_000);
    device.read(200, 2, Origin.INTERNAL, null); // anywhere else costs the same
    assertThat(device.nowNanos()).isEqualTo(24_000_000);
    device.trim(0, 5, Origin.HEAP);
    device.flush(Origin.LOG);
    device.read(202, 0, Origin.HEAP, null);
    assertThat(device.nowNanos()).isEqualTo(24_000_000);
    device.read(202, 1, Origin.HEAP, null); // the heads are where they were
    assertThat(device.nowNanos()).isEqualTo(25_000_000);

    DeviceStats figures = device.figures();
    assertThat(figures.pageReads()).isEqualTo(8).isEqualTo(figures.hostPageReads());
    assertThat(figures.pagePrograms()).isEqualTo(2).isEqualTo(figures.hostPageWrites());
    assertThat(figures.reads().of(Origin.LEAF)).isEqualTo(5);
    assertThat(figures.programs().of(Origin.LOG)).isEqualTo(2);
    assertThat(figures.hostPageTrims()).isEqualTo(5);
    assertThat(figures.blockErases()).isZero();
    assertThat(figures.writeAmplification()).isEqualTo(1);
    assertThat(figures.virtualNanos()).isEqualTo(25_000_000);
    assertThat(figures.busy()).isEqualTo(new BusyTime(18_000_000, 7_000_000, 0));
  }

  @Test
  void requestsUnderWayWaitForEachOther() {
    HddDevice device = HddSpec.parse(ROUND + ",depth=3").open();
    device.read(0, 1, Origin.LEAF, null);
    device.read(50, 1, Origin.LEAF, null);
    assertThat(device.nowNanos()).isZero();
    device.read(100, 1, Origin.LEAF, null); // may start when the first is done
    assertThat(device.nowNanos()).isEqualTo(6_000_000);
    device.drain();
    assertThat(device.nowNanos()).isEqualTo(18_000_000);
    assertThat(device.latency(OperationKind.READ).count()).isEqualTo(3);
    assertThat(device.latency(OperationKind.READ).maxNanos()).isEqualTo(18_000_000);
    device.arriveAt(30_000_000);
    device.read(101, 1, Origin.LEAF, null);
    device.drain();
    assertThat(device.nowNanos()).isEqualTo(31_000_000);
  }

  @Test
  void theDefaultIsTheDiskOfTheSortedIndexScan() {
    HddDevice device = HddSpec.parse("hdd").open();
    device.read(77, 1, Origin.LEAF, null);
    // 3.5 ms, and 4 KiB of 125 MiB a second
    assertThat(device.nowNanos()).isEqualTo(3_500_000 + 31_250);
    device.read(78, 32_000, Origin.LEAF, null);
    assertThat(device.nowNanos()).isEqualTo(1_003_500_000 + 31_250);
    assertThat(device.pageCount() * device.pageBytes()).isEqualTo(4L << 30);
  }

  @Test
  void aPowerLossLeavesWholePages() {
    HddDevice device = HddSpec.parse(ROUND).open();
    ByteBuffer bytes = ByteBuffer.allocate(3 * 4096);
    bytes.putLong(0, 1).putLong(4096, 2).putLong(8192, 3);
    device.write(0, 3, Origin.LEAF, bytes);
    bytes.putLong(0, 11).putLong(4096, 12).putLong(8192, 13);
    device.cutPowerAt(2);
    assertThatThrownBy(() -> device.write(0, 3, Origin.LEAF, bytes))
        .isInstanceOf(PowerLossException.class)
        .hasMessageContaining("page 1");
    assertThatThrownBy(() -> device.read(0, 1, Origin.LEAF, bytes))
        .isInstanceOf(PowerLossException.class);
    device.restart();
    device.read(0, 3, Origin.LEAF, bytes);
    assertThat(bytes.getLong(0)).isEqualTo(11);
    assertThat(bytes.getLong(4096)).isEqualTo(2);
    assertThat(bytes.getLong(8192)).isEqualTo(3);
  }

  @Test
  void anImageBringsItBack() throws IOException {
    HddDevice device = HddSpec.parse(ROUND).open();
    ByteBuffer bytes = ByteBuffer.allocate(4096).putLong(0, 42);
    device.write(100, 1, Origin.LEAF, bytes);
    ByteArrayOutputStream image = new ByteArrayOutputStream();
    device.save(image);
    HddDevice again = HddSpec.parse(ROUND).open(new ByteArrayInputStream(image.toByteArray()));
    assertThat(again.nowNanos()).isEqualTo(6_000_000);
    assertThat(again.figures().virtualNanos()).isZero();
    again.read(100, 1, Origin.LEAF, bytes.putLong(0, 0));
    assertThat(bytes.getLong(0)).isEqualTo(42);
    again.read(99, 1, Origin.LEAF, bytes);
    assertThat(bytes.getLong(0)).isZero();
    assertThat(again.nowNanos()).isEqualTo(18_000_000);
    HddSpec other = HddSpec.parse("hdd:page=8K,size=1M");
    assertThatThrownBy(() -> other.open(new ByteArrayInputStream(image.toByteArray())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("this device");
  }

  @Test
  void specsSayWhatIsAllowed() {
    assertThatThrownBy(() -> HddSpec.parse("hdd:seek=3.5"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("seek=3.5")
        .hasMessageContaining("3.5ms");
    assertThatThrownBy(() -> HddSpec.parse("hdd:seek=-1ms")).hasMessageContaining("seek=-1ms");
    assertThatThrownBy(() -> HddSpec.parse("hdd:rpm=7200"))
        .hasMessageContaining("'rpm'")
        .hasMessageContaining("bandwidth");
    assertThatThrownBy(() -> HddSpec.parse("nand")).hasMessageContaining("hdd");
    assertThat(HddSpec.parse("hdd:seek=200us,content=off").open().keepsContent()).isFalse();
  }
}
