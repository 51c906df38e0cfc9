package org.flashgrove.lab.advise;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/** Writes the experiment document that runs the trials of candidates. */
final class TrialDocument {
  /**
   * Axis of the experiment's matrix that identifies the candidate. Its labels are {@code c1},
   * {@code c2} and so on, in the order of the candidates.
   */
  static final String AXIS = "candidate";

  private TrialDocument() {}

  /**
   * Returns the experiment document.
   *
   * @param file path of the data file, as the document names it
   * @param sample number of rows to use
   * @param measured number of warm-ups and repeats
   */
  static String of(
      String file, TrialSetting setting, List<Candidate> candidates, long sample, Draws measured) {
    double share = (double) sample / setting.rows();
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("experiment", "advice");
    document.put("description", "configurations for " + setting.data().getFileName());
    Map<String, Object> data = new LinkedHashMap<>(Map.of("file", file));
    if (sample < setting.rows()) {
      data.put("sample", sample);
    }
    document.put("data", Map.of(AdviceWorkload.DATA, data));
    Map<String, Object> workload = setting.workload().document(share);
    workload.put("warmup", measured.warmUps());
    workload.put("repeats", measured.repeats());
    if (measured.repeats() > 1) {
      workload.put("order", "shuffled");
    }
    document.put("workload", workload);
    List<Object> blocks = new ArrayList<>();
    for (Candidate candidate : candidates) {
      Map<String, Object> block = new LinkedHashMap<>();
      block.put(AdviceWorkload.DATA, AdviceWorkload.DATA);
      block.put(AXIS, Map.of("c" + (blocks.size() + 1), candidate.toString()));
      block.put("index", candidate.index(share));
      block.put("flash", candidate.flash(share));
      block.put("device", setting.device());
      block.put("pageSize", candidate.page());
      block.put("sync", setting.conditions().sync());
      block.put("precondition", setting.conditions().precondition());
      blocks.add(block);
    }
    document.put("matrix", blocks);
    DumpSettings form =
        DumpSettings.builder().setDefaultFlowStyle(FlowStyle.AUTO).setWidth(160).build();
    return new Dump(form).dumpToString(document);
  }

  /**
   * Number of times that each store runs.
   *
   * @param warmUps number of executions that are not counted
   * @param repeats number of executions that are counted
   */
  record Draws(int warmUps, int repeats) {
    /** One execution without warm-up, because the costs on the simulator never vary. */
    static final Draws EXACT = new Draws(0, 1);
  }
}
