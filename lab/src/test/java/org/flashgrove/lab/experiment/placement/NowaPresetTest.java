package org.flashgrove.lab.experiment.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.flashgrove.lab.experiment.placement.NowaSetting.Choice;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The simulated drive and host against the factors of an independent model. */
class NowaPresetTest {
  private static final long SEED = 1;
  private static final int SEEDS = 3;

  static List<NowaSetting> oneOpenBlockOrCircular() {
    return NowaSetting.table().stream()
        .filter(each -> each.setBlocks() == 1 || each.choice() == Choice.CIRCULAR)
        .toList();
  }

  static List<NowaSetting> alignedSets(Choice choice) {
    return NowaSetting.table().stream()
        .filter(each -> each.setBlocks() > 1 && each.isAligned() && each.choice() == choice)
        .toList();
  }

  static List<NowaSetting> greedySets() {
    return alignedSets(Choice.GREEDY);
  }

  static List<NowaSetting> completedGroups() {
    return alignedSets(Choice.NOWA);
  }

  @ParameterizedTest
  @MethodSource("oneOpenBlockOrCircular")
  void factorsAreThoseOfTheModel(NowaSetting setting) {
    NowaPreset.Factors factors = NowaPreset.mean(setting, SEED, SEEDS);
    double bound = setting.isAligned() ? 0.02 : 0.05;
    assertThat(factors.drive() / setting.drive()).isCloseTo(1, within(bound));
    if (!Double.isNaN(setting.host())) {
      assertThat(factors.host() / setting.host()).isCloseTo(1, within(0.02));
    }
  }

  @ParameterizedTest
  @MethodSource("completedGroups")
  void theDriveCopiesNothingIfGroupsAreCompletedInTime(NowaSetting setting) {
    NowaPreset.Factors factors = NowaPreset.mean(setting, SEED, SEEDS);
    assertThat(factors.drive()).isEqualTo(1);
    assertThat(factors.host() / setting.host()).isCloseTo(1, within(0.13));
  }

  /** The drive of the model copies less; both copy several pages for each one of the host. */
  @ParameterizedTest
  @MethodSource("greedySets")
  void theDriveCopiesMuchIfGroupsAreNotCompleted(NowaSetting setting) {
    NowaPreset.Factors factors = NowaPreset.mean(setting, SEED, SEEDS);
    assertThat(factors.drive() / setting.drive()).isBetween(1.0, 1.3);
    assertThat(factors.host() / setting.host()).isCloseTo(1, within(0.02));
  }
}
