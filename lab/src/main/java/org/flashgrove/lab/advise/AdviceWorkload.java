package org.flashgrove.lab.advise;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.flashgrove.datasets.InputException;
import org.flashgrove.lab.experiment.matrix.MatrixExperiment;
import org.flashgrove.lab.experiment.workload.Step;

/**
 * Planned workload of a store, as steps of an experiment. The advice adds up the costs of the
 * counted steps only; building the store, for example, may not count.
 *
 * @param name a predefined name such as {@code query}, or the name of the file
 * @param steps the steps in their order
 * @param plain the workload as parsed from YAML, before it is converted to steps: maps, lists and
 *     texts
 * @param counted for each step, whether its cost counts
 */
public record AdviceWorkload(String name, List<Step> steps, Object plain, List<Boolean> counted) {
  /** Name of the data set in trials. */
  static final String DATA = "data";

  private static final String PERCENT = "percent";

  /** Default window size of {@code mixed} steps, in percent. */
  private static final String USUAL_PERCENT = "0.01";

  private static final String QUERIES =
      """
          - window: {percent: 0.001, count: 100}
          - window: {percent: 0.01, count: 100}
          - window: {percent: 0.1, count: 100}
          - point: {count: 100}
          - nearest: {count: 100, k: 10}
      """;

  private static final String CHANGES =
      "    - mixed: {count: 2000, insert: 4, delete: 2, update: 2, move: 2, window: 1, point: 2,"
          + " nearest: 1, phase: mixed}\n";

  /** Predefined workloads by name. */
  private static final Map<String, Word> WORDS =
      new TreeMap<>(
          Map.of(
              "build", new Word("    - load\n    - flush\n", 0),
              "query", new Word("    - load\n    - flush\n" + QUERIES, 2),
              "update", new Word("    - load\n    - flush\n" + CHANGES + "    - flush\n", 2),
              "all", new Word("    - load: 90%\n" + CHANGES + QUERIES + "    - flush\n", 0)));

  /**
   * A predefined workload.
   *
   * @param steps the steps in YAML
   * @param before number of steps at the beginning whose cost does not count
   */
  private record Word(String steps, int before) {}

  /** Returns the names of predefined workloads. */
  public static Set<String> words() {
    return WORDS.keySet();
  }

  /**
   * Returns a predefined workload, or reads a file that has the key {@code workload:} in the form
   * of an experiment document.
   *
   * @param phases names of the steps whose cost counts; if empty, the default of the workload
   * @throws InputException if the file does not exist or is not a valid workload
   */
  public static AdviceWorkload read(String wordOrFile, List<String> phases) throws IOException {
    Word word = WORDS.get(wordOrFile);
    String text = word == null ? text(Path.of(wordOrFile)) : "workload:\n  steps:\n" + word.steps;
    MatrixExperiment.PlainWorkload workload =
        MatrixExperiment.workload(wordOrFile, text, Set.of(DATA));
    List<Step> steps = workload.steps();
    List<Boolean> counted = new ArrayList<>();
    List<String> names = steps.stream().map(Step::phase).toList();
    for (String phase : phases) {
      if (!names.contains(phase)) {
        throw new IllegalArgumentException(
            "--phases " + phase + " (allowed: " + String.join(", ", names) + ")");
      }
    }
    for (int i = 0; i < steps.size(); i++) {
      counted.add(
          phases.isEmpty() ? word == null || i >= word.before : phases.contains(names.get(i)));
    }
    return new AdviceWorkload(wordOrFile, steps, workload.plain(), counted);
  }

  private static String text(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new InputException(
          file.toString(),
          0,
          "no such file",
          String.join(", ", words()) + ", or a file with workload: as in experiments");
    }
    try {
      return Files.readString(file);
    } catch (MalformedInputException e) {
      throw new InputException(file.toString(), 0, "is not UTF-8", "YAML in UTF-8", e);
    }
  }

  /** Returns the names of the steps whose cost counts. */
  public List<String> phases() {
    List<String> phases = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      if (counted.get(i)) {
        phases.add(steps.get(i).phase());
      }
    }
    return phases;
  }

  /**
   * Returns the workload for a sample of the data. Enlarges the windows so that they find about as
   * many entries in the sample as in all data.
   *
   * @param share size of the sample as a fraction of the data
   */
  Map<String, Object> document(double share) {
    Map<String, Object> document = new LinkedHashMap<>();
    ((Map<?, ?>) plain).forEach((key, value) -> document.put(key.toString(), value));
    List.of("snapshot", "seeds", "repeats", "order", "warmup").forEach(document::remove);
    if (document.containsKey("windows")) {
      List<Object> windows = new ArrayList<>();
      Object given = document.get("windows");
      (given instanceof List<?> list ? list : List.of(given))
          .forEach(percent -> windows.add(larger(percent, share)));
      document.put("windows", windows);
    } else {
      document.put("steps", larger(document.get("steps"), share, null));
    }
    return document;
  }

  private static Object larger(Object value, double share, String key) {
    if (value instanceof List<?> list) {
      return list.stream().map(each -> larger(each, share, null)).toList();
    }
    if (!(value instanceof Map<?, ?> map)) {
      return PERCENT.equals(key) ? larger(value, share) : value;
    }
    Map<String, Object> larger = new LinkedHashMap<>();
    map.forEach((word, each) -> larger.put(word.toString(), larger(each, share, word.toString())));
    if ("mixed".equals(key)) {
      larger.putIfAbsent(PERCENT, larger(USUAL_PERCENT, share));
    }
    return larger;
  }

  private static String larger(Object percent, double share) {
    return share == 1
        ? percent.toString()
        : Double.toString(Math.min(100, Double.parseDouble(percent.toString()) / share));
  }
}
