package org.flashgrove.lab.experiment.lsm;

import java.util.List;
import org.flashgrove.lab.experiment.Preset;

/**
 * The presets that repeat figures of Mao, Qader and Hristidis, <em>Comprehensive Comparison of LSM
 * Architectures for Spatial Data</em>.
 */
public final class LsmPresets {
  static final String SOURCE =
      "Mao, Qader and Hristidis, Comprehensive Comparison of LSM Architectures for Spatial Data"
          + " (2020)";

  private static final int LARGE = 5;

  private LsmPresets() {}

  /** Returns all presets. */
  public static List<Preset> all() {
    return List.of(
        new StudyPreset(
            "lsm-study",
            "table I, figures 3, 5 and 6",
            "the paper's workload: all tables of its merge policies, and a grove",
            StudyTable.values()),
        new StudyPreset(
            "lsm-large",
            "the workload of table I, figures 3, 5 and 6",
            "five times the points of lsm-study, for the two designs that take the least time for"
                + " all",
            StudyDesign.FASTEST,
            scale -> StudySize.of(scale).times(LARGE),
            List.of(StudyTable.values())),
        new StudyPreset(
            "lsm-worker",
            "the workload of table I, with a reader beside the writer",
            "merges made by commits and by a worker beside them, on a direct file: insertions,"
                + " stalls, and queries with a merge under way and without",
            StudyDesign.WORKERS,
            StudySize::of,
            List.of(StudyTable.THROUGHPUT, StudyTable.WRITES, StudyTable.READER)) {
          @Override
          List<String> devices() {
            return List.of("direct");
          }
        },
        new StudyPreset(
            "lsm-table1",
            "table I",
            "throughput of insertions by merge policy, stalls and latency",
            StudyTable.THROUGHPUT),
        new SecondaryPreset(),
        new Figure1(),
        new StudyPreset(
            "lsm-fig3",
            "figure 3",
            "write amplification by merge policy, whole and by level, and components over time",
            StudyTable.WRITES,
            StudyTable.COMPONENTS),
        new Figure4(),
        new StudyPreset(
            "lsm-fig5",
            "figure 5",
            "read amplification and latency of windows of 10^-3 of width and height",
            StudyTable.LARGE),
        new StudyPreset(
            "lsm-fig6",
            "figure 6",
            "read amplification and latency of windows of 10^-5 of width and height",
            StudyTable.SMALL,
            StudyTable.BESIDE));
  }
}
