package org.flashgrove.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.flashgrove.simulator.device.NandSpec;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.trace.Preconditioning.Kind;
import org.flashgrove.simulator.trace.Preconditioning.Report;
import org.junit.jupiter.api.Test;

class PreconditioningTest {
  private static final String SPEC = "nand:block=16,blocks=1024,op=28%,streams=shared,content=off";

  @Test
  void afterRandomPreconditioningNothingDrifts() {
    SimulatedDevice device = NandSpec.parse(SPEC).open();
    Report report = Preconditioning.run(Kind.RANDOM, device, 1);
    assertThat(report.steady()).isTrue();
    assertThat(report.pageWrites()).isGreaterThan(2 * device.pageCount());
    assertThat(report.virtualNanos()).isEqualTo(device.nowNanos());
    assertThat(device.figures().pagePrograms()).isZero();
    SplittableRandom random = new SplittableRandom(2);
    for (long i = 0; i < 4 * device.pageCount(); i++) {
      device.write(UniformDraw.below(random, device.pageCount()), 1, Origin.HOST, null);
    }
    DeviceStats figures = device.figures();
    assertThat(figures.writeAmplification())
        .isCloseTo(report.writeAmplification(), within(0.02 * report.writeAmplification()));
    assertThat(figures.programs().of(Origin.PRECONDITION)).isZero();
  }

  @Test
  void aFillWritesEveryPageOnceAndAmplifiesNothing() {
    SimulatedDevice device = NandSpec.parse(SPEC).open();
    Report report = Preconditioning.run(Kind.SEQ, device, 1);
    assertThat(report.pageWrites()).isEqualTo(device.pageCount());
    assertThat(report.writeAmplification()).isEqualTo(1);
    assertThat(report.windows()).isZero();
    // a full device reads every page from flash
    device.read(0, 1, Origin.HOST, null);
    device.read(device.pageCount() - 1, 1, Origin.HOST, null);
    assertThat(device.figures().pageReads()).isEqualTo(2);
    SimulatedDevice fresh = NandSpec.parse(SPEC).open();
    assertThat(Preconditioning.run(Kind.NONE, fresh, 1).pageWrites()).isZero();
    fresh.read(0, 1, Origin.HOST, null);
    assertThat(fresh.figures().pageReads()).isZero();
  }
}
