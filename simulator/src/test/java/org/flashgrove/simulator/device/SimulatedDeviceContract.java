package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@link SimulatedDevice} promises; every device inherits it. */
abstract class SimulatedDeviceContract {
  private SimulatedDevice device;
  private ByteBuffer bytes;

  /**
   * Returns a device with content, at least 64 pages and queue depth 1; two of them behave alike.
   */
  protected abstract SimulatedDevice open();

  @BeforeEach
  void openDevice() {
    device = open();
    bytes = ByteBuffer.allocateDirect(8 * device.pageBytes());
  }

  private void write(long first, int count, long value) {
    for (int i = 0; i < count; i++) {
      for (int at = 0; at < device.pageBytes(); at += 8) {
        bytes.putLong(i * device.pageBytes() + at, value + i);
      }
    }
    device.write(first, count, Origin.LEAF, bytes);
  }

  private long read(long page) {
    device.read(page, 1, Origin.LEAF, bytes);
    long value = bytes.getLong(0);
    assertThat(bytes.getLong(device.pageBytes() - 8)).isEqualTo(value);
    return value;
  }

  @Test
  void runsComeBack() {
    assertThat(device.keepsContent()).isTrue();
    write(3, 5, 100);
    bytes.position(1);
    device.read(2, 7, Origin.INTERNAL, bytes);
    assertThat(bytes.position()).isEqualTo(1);
    for (int i = 0; i < 7; i++) {
      boolean written = i >= 1 && i <= 5;
      assertThat(bytes.getLong(i * device.pageBytes())).isEqualTo(written ? 100 + i - 1 : 0);
    }
    device.trim(4, 2, Origin.HEAP);
    assertThat(read(3)).isEqualTo(100);
    assertThat(read(4)).isZero();
    assertThat(read(5)).isZero();
    assertThat(read(6)).isEqualTo(103);
  }

  @Test
  void requestsWithoutContentOnlyCount() {
    write(0, 1, 5);
    device.write(0, 1, Origin.LEAF, null);
    device.read(0, 1, Origin.LEAF, null);
    assertThat(read(0)).isZero();
    DeviceStats figures = device.figures();
    assertThat(figures.hostPageWrites()).isEqualTo(2);
    assertThat(figures.hostPageReads()).isEqualTo(2);
  }

  @Test
  void whatWasFlushedSurvivesAPowerLoss() {
    write(0, 4, 50);
    device.trim(1, 1, Origin.HEAP);
    device.flush(Origin.LOG);
    write(2, 1, 99);
    device.cutPower();
    assertThatThrownBy(() -> read(0)).isInstanceOf(PowerLossException.class);
    assertThatThrownBy(() -> write(0, 1, 1)).isInstanceOf(PowerLossException.class);
    assertThatThrownBy(() -> device.flush(Origin.LOG)).isInstanceOf(PowerLossException.class);
    assertThatThrownBy(() -> device.trim(0, 1, Origin.LOG)).isInstanceOf(PowerLossException.class);
    device.restart();
    assertThat(read(0)).isEqualTo(50);
    assertThat(read(1)).isZero();
    assertThat(read(2)).isIn(52L, 99L);
    assertThat(read(3)).isEqualTo(53);
    write(0, 1, 60);
    assertThat(read(0)).isEqualTo(60);
  }

  @Test
  void theHostWaitsAtDepthOne() {
    long before = device.nowNanos();
    write(0, 1, 1);
    device.flush(Origin.LOG);
    assertThat(device.nowNanos()).isGreaterThan(before);
    assertThat(device.figures().virtualNanos()).isEqualTo(device.nowNanos() - before);
    device.arriveAt(device.nowNanos() + 5_000);
    assertThat(device.nowNanos()).isEqualTo(device.figures().virtualNanos() + before);
    long now = device.nowNanos();
    device.arriveAt(now - 1_000);
    assertThat(device.nowNanos()).isEqualTo(now);
    write(0, 1, 2);
    assertThat(device.latency(OperationKind.WRITE).maxNanos()).isGreaterThanOrEqualTo(1_000);
  }

  @Test
  void latenciesAddUp() {
    device.queueDepth(4);
    for (int i = 0; i < 20; i++) {
      write(i, 1, i);
      device.read(i, 1, i % 2 == 0 ? Origin.LEAF : Origin.INTERNAL, bytes);
    }
    device.drain();
    assertThat(device.latency(OperationKind.WRITE).count()).isEqualTo(20);
    assertThat(device.latency(OperationKind.READ).count()).isEqualTo(20);
    assertThat(device.latency(OperationKind.READ, Origin.LEAF).count()).isEqualTo(10);
    assertThat(device.latency(OperationKind.READ, Origin.INTERNAL).count()).isEqualTo(10);
    long now = device.nowNanos();
    device.resetFigures();
    assertThat(device.nowNanos()).isEqualTo(now);
    assertThat(device.latency(OperationKind.READ).count()).isZero();
    assertThat(device.figures().hostPageReads()).isZero();
    assertThat(device.figures().virtualNanos()).isZero();
    assertThat(read(3)).isEqualTo(3);
  }

  @Test
  void mistakesChangeNothing() {
    DeviceStats before = device.figures();
    long pages = device.pageCount();
    assertThatThrownBy(() -> device.read(pages, 1, Origin.LEAF, bytes))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> device.write(pages - 1, 2, Origin.LEAF, bytes))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> device.trim(-1, 1, Origin.LEAF))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> device.read(0, -1, Origin.LEAF, bytes))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> device.write(0, 1, Origin.GC, bytes))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> device.queueDepth(0)).isInstanceOf(IllegalArgumentException.class);
    assertThat(device.figures()).isEqualTo(before);
  }

  @Test
  void theSameRequestsGiveTheSameFigures() {
    long seed = Seeds.random().nextLong();
    String[] seen = new String[2];
    for (int i = 0; i < 2; i++) {
      device = open();
      Random random = new Random(seed);
      for (int step = 0; step < 3000; step++) {
        int page = random.nextInt(60);
        if (random.nextInt(3) > 0) {
          write(page, 1 + random.nextInt(4), step);
        } else {
          device.read(page, 1, Origin.LEAF, bytes);
        }
      }
      seen[i] = device.figures() + " " + device.latency(OperationKind.READ);
    }
    assertThat(seen[0]).isEqualTo(seen[1]);
  }
}
