package org.flashgrove.lab.advise;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.datasets.InputException;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.Scale;
import org.flashgrove.lab.experiment.matrix.MatrixExperiment;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;

/** Runs an experiment that tries candidates. */
record TrialRun(TrialSetting setting, ExperimentRun.Steps progress) {
  private static final String NAME = "advice";

  /**
   * Result of the trials of some candidates.
   *
   * @param trials trials of the possible candidates
   * @param refused candidates that are not possible with a sample of this size, with the reason
   * @param differences wrong answers, one line each
   */
  record Outcome(List<Trial> trials, Map<Candidate, String> refused, List<String> differences) {}

  /** Tries candidates with a sample of {@code rows} rows. */
  Outcome run(List<Candidate> candidates, long rows, TrialDocument.Draws draws) {
    Map<Candidate, String> refused = new LinkedHashMap<>();
    List<Candidate> possible = new ArrayList<>();
    for (Candidate each : candidates) {
      try {
        experiment(List.of(each), rows, draws).extent(Scale.FULL);
        requirePossible(each, (double) rows / setting.rows());
        possible.add(each);
      } catch (InputException | SpecException e) {
        refused.put(each, e.getMessage());
      }
    }
    if (possible.isEmpty()) {
      throw new IllegalArgumentException(
          "no configuration can be tried: " + refused.values().iterator().next());
    }
    MatrixExperiment experiment = experiment(possible, rows, draws);
    Map<String, List<Execution>> found = new LinkedHashMap<>();
    ExperimentRun run =
        new ExperimentRun(
                Scale.FULL,
                setting.conditions().seed(),
                null,
                done ->
                    found
                        .computeIfAbsent(
                            MatrixExperiment.label(done, TrialDocument.AXIS),
                            name -> new ArrayList<>())
                        .add(done))
            .dataIn(setting.data().toAbsolutePath().getParent())
            .jobs(draws.equals(TrialDocument.Draws.EXACT) ? setting.conditions().jobs() : 1)
            .stepsTo(progress);
    experiment.execute(run);
    double share = (double) rows / setting.rows();
    List<Trial> trials = new ArrayList<>();
    for (int i = 0; i < possible.size(); i++) {
      trials.add(Trial.of(possible.get(i), setting.workload(), share, found.get("c" + (i + 1))));
    }
    return new Outcome(trials, refused, run.differences());
  }

  /**
   * Rejects a candidate whose memory is too small for a trial. Creates a store to find out, because
   * the specs do not state the minimum.
   *
   * @param share size of the sample as a fraction of the data
   */
  private void requirePossible(Candidate candidate, double share) {
    candidate.requireMemory(share);
    String index = candidate.index(share);
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(
                StoreOptions.lacksDomain(index)
                    ? StoreOptions.withDomain(index, new double[] {0, 0, 1, 1})
                    : index)
            .withFlash(candidate.flash(share))
            .withDevice("memory")
            .withPageSize(candidate.pageBytes())
            .withSync(SyncMode.CLOSE);
    SpatialStore.create(new MemoryDirectory(), options).close();
  }

  private MatrixExperiment experiment(
      List<Candidate> candidates, long rows, TrialDocument.Draws draws) {
    String file = setting.data().getFileName().toString();
    return MatrixExperiment.of(NAME, TrialDocument.of(file, setting, candidates, rows, draws));
  }
}
