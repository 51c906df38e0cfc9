package org.flashgrove.lab.advise;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.format.DataFiles;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.device.DeviceKinds;

/**
 * Advice on how to configure a store for a device: the proposed configurations, with reasons.
 * {@code flashgrove advise} prints it.
 */
public final class Advice {
  /** Minimum page size of real devices, in bytes. Real devices write whole physical pages only. */
  private static final int SMALLEST_REAL_PAGE = 4096;

  private static final int WARM_UPS = 1;

  private final AdviceRequest request;
  private final TrialSetting setting;
  private final Advisor.Passes passes;
  private final List<Proposal> proposals;
  private final List<Trial> measured;
  private final DeviceComparison comparison;
  private final List<String> differences = new ArrayList<>();

  private Advice(AdviceRequest request, ExperimentRun.Steps progress) throws IOException {
    this.request = request;
    DeviceConfig device = DeviceKinds.read(Spec.parse(request.device()));
    boolean real = !device.isSimulated();
    DeviceConfig simulator = DeviceKinds.read(Spec.parse(request.simulator()));
    if (real && !simulator.isSimulated()) {
      throw new IllegalArgumentException(
          "--simulator " + request.simulator() + " (allowed: a simulated device, such as nand)");
    }
    if (!real && request.measure() != AdviceRequest.Measure.NONE) {
      throw new IllegalArgumentException(
          "--measure: --device "
              + device.kindName()
              + " is simulated; use a real device, or omit --measure");
    }
    long[] rows = {0};
    boolean[] points = {true};
    try (FeatureCursor cursor = DataFiles.open(request.data().toString(), BadRowPolicy.STOP)) {
      cursor.forEach(
          (id, minX, minY, maxX, maxY) -> {
            rows[0]++;
            points[0] &= minX == maxX && minY == maxY;
          });
    }
    if (rows[0] == 0) {
      throw new IllegalArgumentException(
          request.data() + ": has no objects; give a file with objects");
    }
    setting =
        new TrialSetting(
            request.data(),
            rows[0],
            request.workload(),
            real ? request.simulator() : request.device(),
            request.conditions());
    List<Candidate> candidates =
        Candidates.of(request.memory(), points[0], real ? SMALLEST_REAL_PAGE : 1);
    passes = new Advisor(setting, progress).run(candidates, request.sample());
    differences.addAll(passes.differences());
    proposals = new Proposals(passes.narrow(), passes.broad()).choose(real);
    measured = measure(progress);
    comparison =
        request.measure() == AdviceRequest.Measure.ALL
            ? DeviceComparison.of(passes.broad(), measured)
            : null;
  }

  /**
   * Tries configurations on the simulator in one or more passes, and proposes some of them.
   *
   * @param progress receives the progress of each pass
   */
  public static Advice of(AdviceRequest request, ExperimentRun.Steps progress) throws IOException {
    return new Advice(request, progress);
  }

  /**
   * Runs configurations on the device instead of the simulator. The request selects the proposed
   * configurations or all candidates. Proposed configurations run with as many rows as in the last
   * pass on the simulator, and all candidates with as many rows as in the first pass.
   */
  private List<Trial> measure(ExperimentRun.Steps progress) {
    if (request.measure() == AdviceRequest.Measure.NONE) {
      return List.of();
    }
    boolean all = request.measure() == AdviceRequest.Measure.ALL;
    List<Candidate> candidates =
        all
            ? passes.broad().stream().map(Trial::candidate).toList()
            : proposals.stream().map(proposal -> proposal.trial().candidate()).toList();
    TrialRun.Outcome outcome =
        new TrialRun(setting.on(request.device()), progress)
            .run(
                candidates,
                all ? passes.broadRows() : passes.narrowRows(),
                new TrialDocument.Draws(WARM_UPS, request.repeats()));
    differences.addAll(outcome.differences());
    return outcome.trials();
  }

  /** Returns a line for each wrong answer to a query in a trial. */
  public List<String> differences() {
    return differences;
  }

  /**
   * Returns the recommended configuration: the fastest one on the device, or, if none ran on the
   * device, the one with the least virtual time on the simulator.
   */
  private Trial recommended() {
    return measured.stream()
        .min(Comparator.comparingDouble(Trial::micros))
        .orElse(proposals.get(0).trial());
  }

  /**
   * Returns the experiment document that runs the proposed configurations on the device with all
   * data.
   */
  public String document() {
    List<Candidate> candidates =
        proposals.stream().map(proposal -> proposal.trial().candidate()).toList();
    boolean exact = DeviceKinds.read(Spec.parse(request.device())).isSimulated();
    return TrialDocument.of(
        request.data().toAbsolutePath().toString(),
        setting.on(request.device()),
        candidates,
        setting.rows(),
        exact ? TrialDocument.Draws.EXACT : new TrialDocument.Draws(WARM_UPS, request.repeats()));
  }

  private String buildLine() {
    Candidate use = recommended().candidate();
    return String.format(
        Locale.ROOT,
        "flashgrove build STORE --data %s --index %s --flash %s --device %s --page-size %s",
        request.data(),
        use.index(1),
        use.flash(1),
        request.device(),
        use.page());
  }

  private String optionsLine() {
    Candidate use = recommended().candidate();
    return String.format(
        Locale.ROOT,
        "StoreOptions.defaults().withIndex(\"%s\").withFlash(\"%s\").withDevice(\"%s\")"
            + ".withPageSize(%d)",
        use.index(1),
        use.flash(1),
        request.device(),
        use.pageBytes());
  }

  /** Returns the advice as a map of the keys and values of a JSON object. */
  public Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("data", request.data().toString());
    members.put("rows", setting.rows());
    members.put("workload", request.workload().name());
    members.put("phases", request.workload().phases());
    members.put("device", request.device());
    members.put("simulator", setting.device());
    members.put("memory", request.memory());
    members.put("configurations", passes.broad().size());
    members.put("sample", passes.broadRows());
    members.put("left", passes.narrow().size());
    members.put("leftSample", passes.narrowRows());
    List<String> refused = new ArrayList<>();
    passes.refused().forEach((candidate, cause) -> refused.add(candidate + ": " + cause));
    members.put("refused", refused);
    members.put("dominated", passes.broad().size() - undominated());
    List<Map<String, Object>> proposed = new ArrayList<>();
    proposals.forEach(proposal -> proposed.add(proposal.members()));
    members.put("proposals", proposed);
    Map<String, Object> use = recommended().members();
    use.put("command", buildLine());
    use.put("options", optionsLine());
    members.put("recommended", use);
    if (!measured.isEmpty()) {
      members.put("measured", measured.stream().map(Trial::members).toList());
    }
    if (comparison != null) {
      Map<String, Object> relation = comparison.members();
      relation.put("bestIsProposed", isProposed(comparison.best()));
      relation.put("bestProposedTakes", bestProposedTakes());
      members.put("simulatorAndDevice", relation);
    }
    members.put("trials", passes.broad().stream().map(Trial::members).toList());
    members.put("leftTrials", passes.narrow().stream().map(Trial::members).toList());
    return members;
  }

  private int undominated() {
    return Proposals.undominated(passes.broad()).size();
  }

  private boolean isProposed(Trial trial) {
    return proposals.stream()
        .anyMatch(proposal -> proposal.trial().candidate().equals(trial.candidate()));
  }

  /**
   * Returns the time of the fastest proposed configuration divided by the time of the fastest of
   * all configurations. Both times were measured on the device.
   */
  private double bestProposedTakes() {
    return measured.stream().filter(this::isProposed).mapToDouble(Trial::micros).min().orElse(0)
        / comparison.best().micros();
  }

  /** Returns the advice as text lines. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        line(
            "%s: %,d rows; workload %s, phases that count: %s",
            request.data(),
            setting.rows(),
            request.workload().name(),
            String.join(", ", request.workload().phases())));
    lines.add(
        line(
            "%d configurations on %s with %,d rows, the best %d of them with %,d; %d cannot be",
            passes.broad().size(),
            setting.device(),
            passes.broadRows(),
            passes.narrow().size(),
            passes.narrowRows(),
            passes.refused().size()));
    lines.add(
        line(
            "%d are dominated: another one needs no more reads, writes, time and memory",
            passes.broad().size() - undominated()));
    if (passes.narrowRows() < setting.rows()) {
      lines.add("figures are put on from those rows to all");
    }
    int number = 0;
    for (Proposal proposal : proposals) {
      lines.add("");
      lines.add(
          line(
              "%d. %s: %.3f s, %,.0f reads, %,.0f writes",
              ++number,
              proposal.trial().candidate(),
              proposal.trial().micros() / 1e6,
              proposal.trial().reads(),
              proposal.trial().writes()));
      proposal.reasons().forEach(reason -> lines.add("   " + reason));
    }
    lines.add("");
    addMeasured(lines);
    lines.add("use " + buildLine());
    lines.add("or  " + optionsLine());
    return lines;
  }

  /** Adds the times measured on the device, and compares them with the simulator. */
  private void addMeasured(List<String> lines) {
    for (Trial trial : measured) {
      if (comparison == null || isProposed(trial)) {
        lines.add(
            line(
                "on %s: %s takes %.3f s",
                request.device(), trial.candidate(), trial.micros() / 1e6));
      }
    }
    if (comparison != null) {
      lines.add(
          line(
              "simulator and device: gains over a plain pool have the same sign in %d of %d cells,"
                  + " those in reads in %d",
              comparison.agreeing(), comparison.cells(), comparison.agreeingReads()));
      lines.add(
          line(
              "the device's best is %s (%.3f s), %s; the best proposal takes %.2f times as long",
              comparison.best().candidate(),
              comparison.best().micros() / 1e6,
              isProposed(comparison.best()) ? "which is proposed" : "which is not proposed",
              bestProposedTakes()));
    }
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
