package org.flashgrove.lab.experiment.lsm;

import java.util.List;
import java.util.Locale;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.NamedPreset;
import org.flashgrove.lab.experiment.Scale;

/**
 * Figure 1 of Mao et al. (2020): the bounding boxes of the LSM components before and after a merge,
 * for each way in which a merge can partition its records. Of all merges of a run, the figure shows
 * the one that reads the most components.
 */
final class Figure1 extends NamedPreset {
  Figure1() {
    super(
        "lsm-fig1",
        LsmPresets.SOURCE + ", figure 1",
        "boxes of components before and after a merge, by partition: how many pairs overlap,"
            + " area, sides");
  }

  @Override
  public String extent(Scale scale) {
    return String.format(Locale.ROOT, "%,d points", StudySize.of(scale).points());
  }

  @Override
  public void execute(ExperimentRun run) {
    StudySize size = StudySize.of(run.scale());
    StudyData data = new StudyData(size.points(), run.seed());
    for (StudyDesign design : StudyDesign.ALL) {
      if (design.policy().equals("leveled")) {
        try (Study study = new Study(design, size, data, StudyPreset.NAND)) {
          Study.Boxes boxes = study.largestMerge();
          run.add(described(design, "before", boxes.before()));
          run.add(described(design, "after", boxes.after()));
        }
      }
    }
  }

  static Execution described(StudyDesign design, String when, List<double[]> boxes) {
    double area = 0;
    double width = 0;
    double height = 0;
    int overlaps = 0;
    for (int a = 0; a < boxes.size(); a++) {
      double[] box = boxes.get(a);
      area += (box[2] - box[0]) * (box[3] - box[1]);
      width += box[2] - box[0];
      height += box[3] - box[1];
      for (int b = 0; b < a; b++) {
        overlaps += overlaps(box, boxes.get(b)) ? 1 : 0;
      }
    }
    return new Execution(design.label() + " " + when)
        .with("partition", design.configuration())
        .with("comparator", design.comparator())
        .with("merge", when)
        .measured("components", boxes.size())
        .measured("overlapping_pairs", overlaps)
        .measured("area", area, 6)
        .measured("mean_width", width / boxes.size(), 6)
        .measured("mean_height", height / boxes.size(), 6);
  }

  /** Returns whether the interiors of two boxes intersect. */
  private static boolean overlaps(double[] a, double[] b) {
    return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
  }
}
