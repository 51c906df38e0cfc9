package org.flashgrove.lab.advise;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Compares the simulator with a device, as section 5.5 of Carniel's thesis (2019) does. A cell is
 * one phase of one configuration. The gain of a cell is the time that the configuration saves
 * compared with its baseline. The baseline has the same page size and memory, a plain page cache as
 * its buffer, and the same tree. If the index of the configuration has its own buffer, the tree of
 * the baseline is the R*-tree. A cell agrees if the gain has the same sign on the simulator and on
 * the device.
 *
 * @param cells number of cells
 * @param agreeing number of cells in which the gain in virtual time and the gain in device time
 *     have the same sign
 * @param agreeingReads number of cells in which the gain in pages read and the gain in device time
 *     have the same sign
 * @param best trial with the least time on the device
 */
record DeviceComparison(int cells, int agreeing, int agreeingReads, Trial best) {
  /**
   * Compares trials of the same candidates.
   *
   * @param simulated trials on the simulator
   * @param measured trials on the device
   */
  static DeviceComparison of(List<Trial> simulated, List<Trial> measured) {
    Map<Candidate, Trial> onDevice = new LinkedHashMap<>();
    measured.forEach(trial -> onDevice.put(trial.candidate(), trial));
    int cells = 0;
    int agreeing = 0;
    int agreeingReads = 0;
    for (Trial trial : simulated) {
      for (Trial plain : simulated) {
        Trial device = onDevice.get(trial.candidate());
        Trial devicePlain = onDevice.get(plain.candidate());
        if (!plain.candidate().isPlainOf(trial.candidate())
            || device == null
            || devicePlain == null) {
          continue;
        }
        for (int phase = 0; phase < trial.phases().size(); phase++) {
          int sign = sign(devicePlain, device, phase, Trial::phases);
          cells++;
          agreeing += sign == sign(plain, trial, phase, Trial::phases) ? 1 : 0;
          agreeingReads += sign == sign(plain, trial, phase, Trial::phaseReads) ? 1 : 0;
        }
      }
    }
    Trial best = measured.stream().min(Comparator.comparingDouble(Trial::micros)).orElseThrow();
    return new DeviceComparison(cells, agreeing, agreeingReads, best);
  }

  private static int sign(
      Trial plain, Trial trial, int phase, Function<Trial, List<Double>> costs) {
    return (int) Math.signum(costs.apply(plain).get(phase) - costs.apply(trial).get(phase));
  }

  /** Returns the comparison as keys and values of a JSON object. */
  Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("cells", cells);
    members.put("agreeing", agreeing);
    members.put("agreeingReads", agreeingReads);
    members.put("best", best.members());
    return members;
  }
}
