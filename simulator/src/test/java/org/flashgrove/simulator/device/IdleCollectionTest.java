package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.simulator.chip.NandChip;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WriteMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Collection in the time between the requests of a host. */
class IdleCollectionTest {
  private static final String DEVICE =
      "nand:chip=thesis,blocks=64,block=16,op=40%,wear=none,content=off,ftl=";
  private static final long SECOND = 1_000_000_000;

  private final Random random = Seeds.random();

  private static NandDevice open(String keys) {
    return NandSpec.parse(DEVICE + keys).open();
  }

  private void overwrite(NandDevice device, int requests, long gapNanos) {
    int pages = (int) device.pageCount();
    for (int i = 0; i < requests; i++) {
      device.arriveAt(device.nowNanos() + gapNanos);
      device.write(i < pages ? i : random.nextInt(pages), 1, Origin.LEAF, null);
    }
  }

  private static int freeBlocks(NandDevice device) {
    NandChip chip = device.chip();
    int free = 0;
    for (int block = 0; block < chip.geometry().blockCount(); block++) {
      free += chip.nextIndex(block) == 0 ? 1 : 0;
    }
    return free;
  }

  @ParameterizedTest
  @ValueSource(strings = {"page", "page,gc=costbenefit", "page,streams=shared", "dftl,cmt=512"})
  void longGapsTakeCollectionOutOfRequests(String layer) {
    NandDevice device = open(layer + ",idlestart=10%,idlestop=15%,idlevalid=99%");
    overwrite(device, 5_000, SECOND);
    WriteMatrix writes = device.figures().writes();
    assertThat(writes.of(Origin.LEAF, Cause.IDLE_GC)).isPositive();
    assertThat(writes.ofCause(Cause.GC)).isZero();
    assertThat(writes.byOrigin().of(Origin.GC)).isEqualTo(writes.ofCause(Cause.IDLE_GC));
    assertThat(writes.byOrigin().total()).isEqualTo(writes.total());
    Conservation.check(device);
    if (layer.startsWith("page")) {
      assertThat(device.latency(OperationKind.WRITE, Origin.LEAF).maxNanos()).isEqualTo(300_000);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"page", "dftl,cmt=512"})
  void nothingIsCollectedInIdleTimeWithoutGapsOrWithoutTheKey(String layer) {
    for (String keys : new String[] {",idlestart=50%", ""}) {
      NandDevice device = open(layer + keys);
      overwrite(device, 5_000, keys.isEmpty() ? SECOND : 0);
      assertThat(device.figures().writes().ofCause(Cause.IDLE_GC)).isZero();
      assertThat(device.figures().writes().ofCause(Cause.GC)).isPositive();
    }
  }

  /** A gap for one collection at a time: the host waits for the rest of the work. */
  @Test
  void shortGapsTakeAPartOfCollectionOutOfRequests() {
    NandDevice device = open("page,idlestart=10%,idlevalid=99%");
    overwrite(device, 5_000, 100_000);
    WriteMatrix writes = device.figures().writes();
    assertThat(writes.ofCause(Cause.IDLE_GC)).isPositive();
    assertThat(device.latency(OperationKind.WRITE, Origin.LEAF).maxNanos())
        .isGreaterThan(300_000)
        .isLessThan(12_000_000);
  }

  @Test
  void collectionBeginsBelowOneThresholdAndEndsAtTheOther() {
    NandDevice device = open("page,idlestart=12.5%,idlestop=25%,idlevalid=99%");
    overwrite(device, 3_000, 0);
    int least = 64;
    boolean isRunning = false;
    for (int i = 0; i < 2_000; i++) {
      int before = freeBlocks(device);
      long copied = device.figures().writes().ofCause(Cause.IDLE_GC);
      overwriteOne(device);
      boolean didCopy = device.figures().writes().ofCause(Cause.IDLE_GC) > copied;
      least = Math.min(least, before);
      if (before < 8) {
        assertThat(didCopy).isTrue();
        assertThat(freeBlocks(device)).isGreaterThanOrEqualTo(15);
        isRunning = true;
      } else {
        assertThat(didCopy).isFalse();
      }
    }
    assertThat(isRunning).isTrue();
    assertThat(least).isLessThan(8);
  }

  private void overwriteOne(NandDevice device) {
    device.arriveAt(device.nowNanos() + SECOND);
    device.write(random.nextInt((int) device.pageCount()), 1, Origin.LEAF, null);
  }

  @Test
  void blocksWithManyValidPagesAreLeftToRequests() {
    NandDevice device = open("page,idlestart=20%,idlevalid=0%");
    overwrite(device, 5_000, SECOND);
    assertThat(device.figures().writes().ofCause(Cause.IDLE_GC)).isZero();
    assertThat(device.figures().writes().ofCause(Cause.GC)).isPositive();
  }

  @Test
  void theUpperThresholdMustNotBeBelowTheLower() {
    assertThatThrownBy(() -> open("page,idlestart=10%,idlestop=5%"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("idlestop");
    assertThatThrownBy(() -> open("fast,idlestart=10%")).isInstanceOf(SpecException.class);
  }
}
