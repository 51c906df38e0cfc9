package org.flashgrove.lab.experiment.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.flashgrove.lab.experiment.placement.NowaSetting.Choice;
import org.flashgrove.simulator.fdp.FdpDevice;
import org.flashgrove.simulator.fdp.FdpStats;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The simulated drive and host against the factors of an independent model. */
class NowaPresetTest {
  private static final long SEED = 1;
  private static final int SEEDS = 5;

  /** The drive's factor with the smallest reserve is from 1.005 to 1.5, depending on the seed. */
  private static final int SEEDS_WITH_SMALL_RESERVE = 20;

  private static final double HOT_SHARE = 0.75;
  private static final double ALIGNED = 0.02;
  private static final double MISALIGNED = 0.05;

  static List<NowaSetting> table() {
    return NowaSetting.table();
  }

  @ParameterizedTest
  @MethodSource("table")
  void factorsAreThoseOfTheModel(NowaSetting setting) {
    boolean isSmall = setting.choice() == Choice.NOWA && setting.reserve() < 10;
    int seeds = isSmall ? SEEDS_WITH_SMALL_RESERVE : SEEDS;
    NowaPreset.Factors factors = NowaPreset.mean(setting, SEED, seeds);
    double bound = setting.isAligned() ? ALIGNED : MISALIGNED;
    assertThat(factors.drive() / setting.drive()).isCloseTo(1, within(bound));
    if (!Double.isNaN(setting.host())) {
      assertThat(factors.host() / setting.host()).isCloseTo(1, within(bound));
    }
    if (setting.drive() == 1 && setting.isAligned()) {
      assertThat(factors.drive()).isEqualTo(1);
    }
  }

  /** Skewed updates in place on the same drive, whose unused tenth is trimmed or written. */
  @ParameterizedTest
  @CsvSource({"false, 3.49", "true, 6.52"})
  void updatesInPlaceCostTheDriveAsMuchAsInTheModel(boolean isFull, double expected) {
    NowaSetting setting = NowaSetting.table().get(0);
    FdpDevice device = new FdpDevice(setting.config());
    SplittableRandom random = new SplittableRandom(SEED);
    int pages = setting.userPages();
    int hostPages = setting.config().hostPages();
    device.write(0, isFull ? hostPages : pages, 0);
    update(device, pages, 3L * hostPages, random);
    FdpStats before = device.stats();
    update(device, pages, 6L * hostPages, random);
    FdpStats after = device.stats();
    double factor =
        (double) (after.mediaPages() - before.mediaPages())
            / (after.hostPages() - before.hostPages());
    assertThat(factor / expected).isCloseTo(1, within(0.01));
  }

  private static void update(FdpDevice device, int pages, long end, SplittableRandom random) {
    for (long written = device.stats().hostPages(); written < end; written++) {
      boolean isHot = random.nextDouble() < HOT_SHARE;
      device.write(random.nextInt(isHot ? pages / 5 : pages), 1, 0);
    }
  }
}
