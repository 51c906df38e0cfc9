package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.simulator.chip.NandChip;
import org.flashgrove.simulator.figures.DeviceStats;

/** What holds for every NAND device at any time. */
public final class Conservation {
  private Conservation() {}

  /**
   * Origins add up to what the chip counted by itself; erases by block add up to erases; no block
   * is beyond its endurance. Only before the first {@code resetFigures()}.
   */
  public static void check(NandDevice device) {
    DeviceStats figures = device.figures();
    NandChip chip = device.chip();
    assertThat(figures.programs().total()).isEqualTo(chip.programs());
    assertThat(figures.reads().total()).isEqualTo(chip.reads());
    assertThat(figures.erases().total()).isEqualTo(chip.erases());
    long erases = 0;
    for (int block = 0; block < chip.geometry().blockCount(); block++) {
      erases += chip.eraseCount(block);
      assertThat(chip.eraseCount(block)).isLessThanOrEqualTo(chip.endurance());
    }
    assertThat(erases).isEqualTo(chip.erases());
  }
}
