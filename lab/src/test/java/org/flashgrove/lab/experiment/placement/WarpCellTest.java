package org.flashgrove.lab.experiment.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Cells on units of few pages: the order of figure 14, and the rows that do not depend on them. */
class WarpCellTest {
  private static final int UNITS = 4_000;
  private static final int PAGES = 24;
  private static final long SEED = 14;

  private static double lastFifth(
      WarpDrive drive, int units, Jumper jumper, ThreeWriters.Mode mode) {
    return drive.cell(units, PAGES, jumper, mode).run(SEED).lastFifth();
  }

  @ParameterizedTest
  @EnumSource(Jumper.class)
  void handlesOfTheirOwnCostLeastAndOneForAllCostsMost(Jumper jumper) {
    double fdp = lastFifth(WarpDrive.FIGURE_14, UNITS, jumper, ThreeWriters.Mode.FDP);
    double share = lastFifth(WarpDrive.FIGURE_14, UNITS, jumper, ThreeWriters.Mode.SHARE);
    double none = lastFifth(WarpDrive.FIGURE_14, UNITS, jumper, ThreeWriters.Mode.NONE);
    assertThat(fdp).isLessThan(share);
    assertThat(share).isLessThan(none);
    if (jumper == Jumper.UNIFORM) {
      double published = WarpDrive.FIGURE_14.published(jumper, ThreeWriters.Mode.NONE).lastFifth();
      assertThat(none / published).isCloseTo(1, within(0.1));
    }
  }

  @ParameterizedTest
  @EnumSource(value = ThreeWriters.Mode.class, mode = Mode.EXCLUDE, names = "NONE")
  void hotterPagesCostLessOnDriveA(ThreeWriters.Mode mode) {
    int units = WarpDrive.DEVICE_A.listedUnits();
    double hot = lastFifth(WarpDrive.DEVICE_A, units, Jumper.ZIPF_2_2, mode);
    double uniform = lastFifth(WarpDrive.DEVICE_A, units, Jumper.UNIFORM, mode);
    assertThat(hot).isLessThan(uniform);
  }
}
