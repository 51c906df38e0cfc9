package org.flashgrove.lab.experiment.matrix;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.generate.ClusteredPoints;
import org.flashgrove.lab.experiment.Scale;
import org.flashgrove.lab.experiment.matrix.layout.PlotLayout;
import org.flashgrove.lab.experiment.matrix.layout.Reference;
import org.flashgrove.lab.experiment.matrix.layout.TableLayout;
import org.flashgrove.lab.experiment.workload.Step;

/**
 * Reads the document of an experiment.
 *
 * <pre>
 * experiment: NAME
 * description: a line
 * source: a line               # where it is from
 * parameters: {capacity: {by: pageSize, 2K: 48, 4K: 96}, size: {by: scale, small: 32M, ...}}
 * data:
 *   addresses: {file: points/a.csv.gz, order: file | shuffled, rows: N | {small: N, medium: N}}
 *   every: {file: points/a.csv.gz, sample: N | {small: N, medium: N}}   # rows spread evenly over the file
 *   clusters: {generate: clusters, count: N | {small: N, ...}, clusters: 125, sigma: 0.01}
 *   uniform: {generate: uniform, count: N}
 * workload: {windows: [0.001, 0.01], count: 100, kind: correlated | random,
 *            flush: afterQueries | afterBuild | never,
 *            snapshot: on | off, seeds: 1, repeats: 1, order: document | shuffled,
 *            warmup: 1}     # executions of each kind of store that are not counted
 * workload: {steps: [load: 50%, window: {percent: 0.01, caches: cold}, flush, ...], ...}
 * matrix:                       # a mapping of axes, or a list of them
 *   data: [addresses, clusters]
 *   index: {quadratic: "rtree:split=quadratic,capacity=${capacity}", xbr: xbr}
 *   pageSize: [2K, 4K]
 *   flash: {fast: "fast:unit=${unit}", efind: efind}
 *   unit: [1, 5]                # an axis of the experiment's own
 *   device: "nand:chip=thesis,size=${size}"
 *   sync: close
 *   precondition: none | seq | random
 * only: {small: {pageSize: [4K]}}
 * references: [{where: {flash: fast}, figures: {build: {pages_written: 1}}}]
 * tables:
 *   - name: build
 *     title: a line
 *     where: {data: addresses}
 *     rows: [index, pageSize, flash]
 *     against: {flash: fast}
 *     columns: [{title: "s", figure | change | deviation | interval | reference: virtual_micros,
 *                phase: build | [build, flush], divide: 1000000, decimals: 2}]
 * plots:
 *   - {name: build, title: a line, kind: bars | lines, where: {}, x: pageSize, series: [flash],
 *      y: {title: "s", figure: virtual_micros, phase: build}}
 * </pre>
 */
final class ExperimentReader {
  private static final long MOST_ENTRIES = 100_000_000;

  /** Maximum number of seeds, and maximum number of repeats for each seed. */
  static final int MOST_DRAWS = 1_000;

  /** Maximum number of warm-ups for each combination of index, buffer and device. */
  static final int MOST_WARM_UPS = 100;

  private ExperimentReader() {}

  /**
   * Reads a document.
   *
   * @param file name of the document for messages
   * @throws InputException if the document is invalid; the message names the line, the problem and
   *     the allowed values
   */
  static ExperimentDocument read(String file, String text) {
    return new ExperimentReader().document(YamlNode.read(file, text));
  }

  /**
   * Reads only the workload of a document.
   *
   * @param data names of the data sets that a join step may use
   * @return the steps, and the workload as {@link YamlNode#plain plain values}
   * @throws InputException if the workload is missing or invalid
   */
  static MatrixExperiment.PlainWorkload workload(String file, String text, Set<String> data) {
    YamlMapping mapping = new YamlMapping(YamlNode.read(file, text));
    WorkloadPlan workload = workload(mapping, data);
    return new MatrixExperiment.PlainWorkload(workload.steps(), mapping.get("workload").plain());
  }

  private ExperimentDocument document(YamlNode root) {
    YamlMapping mapping = new YamlMapping(root);
    String name = mapping.get("experiment").text();
    String description = mapping.get("description").text();
    String source = mapping.text("source", "");
    Map<String, Parameter> parameters = new LinkedHashMap<>();
    mapping
        .find("parameters")
        .ifPresent(
            node ->
                node.entries().forEach((key, value) -> parameters.put(key, parameter(key, value))));
    Map<String, DataSource> data = new LinkedHashMap<>();
    mapping.get("data").entries().forEach((key, value) -> data.put(key, data(value)));
    WorkloadPlan workload = workload(mapping, data.keySet());
    List<Map<String, List<AxisValue>>> blocks = new ArrayList<>();
    mapping.get("matrix").items().forEach(block -> blocks.add(block(block, data.keySet())));
    Matrix axes = new Matrix(blocks, parameters, Map.of());
    Matrix matrix = new Matrix(blocks, parameters, only(mapping, axes));
    LayoutReader layouts = new LayoutReader(matrix, workload);
    List<Reference> references = layouts.references(mapping);
    List<TableLayout> tables = layouts.tables(mapping);
    List<PlotLayout> plots = layouts.plots(mapping);
    mapping.requireAllKnown();
    return new ExperimentDocument(
        name, description, source, data, matrix, workload, references, tables, plots);
  }

  private static Parameter parameter(String name, YamlNode node) {
    Map<String, String> values = new LinkedHashMap<>();
    YamlMapping mapping = new YamlMapping(node);
    String by = mapping.get("by").text();
    node.entries().forEach((label, value) -> values.put(label, value.text()));
    values.remove("by");
    return new Parameter(name, by, values, node);
  }

  private static DataSource data(YamlNode node) {
    YamlMapping mapping = new YamlMapping(node);
    DataSource source;
    if (mapping.find("file").isPresent()) {
      boolean isShuffled = mapping.chooses("order", "file", "shuffled");
      YamlNode sample = mapping.find("sample").orElse(null);
      if (sample != null && mapping.find("rows").isPresent()) {
        throw sample.wrong("sample and rows", "one of them");
      }
      source =
          new DataSource.Rows(
              mapping.get("file").text(),
              isShuffled,
              counts(mapping, sample == null ? "rows" : "sample"),
              sample != null);
    } else {
      YamlNode kind =
          mapping
              .find("generate")
              .orElseThrow(
                  () -> node.wrong("no source", "file: PATH or generate: clusters, uniform"));
      if (kind.choice(List.of("clusters", "uniform")).equals("uniform")) {
        source = new DataSource.Uniform(allCounts(mapping));
      } else {
        source =
            new DataSource.Clusters(
                allCounts(mapping),
                (int) mapping.integer("clusters", ClusteredPoints.THESIS_CLUSTERS, 1, 1_000_000),
                mapping.above("sigma", ClusteredPoints.DEFAULT_SIGMA, 0));
      }
    }
    mapping.requireAllKnown();
    return source;
  }

  private static Map<Scale, Long> allCounts(YamlMapping mapping) {
    YamlNode node = mapping.get("count");
    Map<Scale, Long> counts = counts(mapping, "count");
    if (counts.size() < Scale.values().length) {
      throw node.wrong("a scale is missing", "a number, or small, medium and full");
    }
    return counts;
  }

  /**
   * Reads a number for each scale. The document has one number for all scales, or a number for each
   * of some scales.
   */
  private static Map<Scale, Long> counts(YamlMapping mapping, String key) {
    Map<Scale, Long> counts = new EnumMap<>(Scale.class);
    mapping
        .find(key)
        .ifPresent(
            node -> {
              YamlMapping scales = node.isMapping() ? new YamlMapping(node) : null;
              for (Scale scale : Scale.values()) {
                if (scales == null) {
                  counts.put(scale, node.integer(1, MOST_ENTRIES));
                } else {
                  scales
                      .find(scale.word())
                      .ifPresent(value -> counts.put(scale, value.integer(1, MOST_ENTRIES)));
                }
              }
              if (scales != null) {
                scales.requireAllKnown();
              }
            });
    return counts;
  }

  private static WorkloadPlan workload(YamlMapping document, Set<String> data) {
    YamlMapping mapping = new YamlMapping(document.get("workload"));
    YamlNode listed = mapping.find("steps").orElse(null);
    List<Step> steps =
        listed == null ? StepReader.ofShortForm(mapping) : StepReader.read(listed, data);
    WorkloadPlan workload =
        new WorkloadPlan(
            steps,
            mapping.isOn("snapshot"),
            (int) mapping.integer("seeds", 1, 1, MOST_DRAWS),
            (int) mapping.integer("repeats", 1, 1, MOST_DRAWS),
            mapping.chooses("order", "document", "shuffled"),
            (int) mapping.integer("warmup", 1, 0, MOST_WARM_UPS));
    mapping.requireAllKnown();
    return workload;
  }

  private Map<String, List<AxisValue>> block(YamlNode node, Set<String> data) {
    Map<String, List<AxisValue>> block = new LinkedHashMap<>();
    node.entries().forEach((axis, values) -> block.put(axis, values(axis, values)));
    for (String axis : Matrix.REQUIRED) {
      if (!block.containsKey(axis)) {
        throw node.wrong("the axis '" + axis + "' is missing", axis + ": ...");
      }
    }
    for (AxisValue value : block.get(Matrix.DATA)) {
      if (!data.contains(value.text())) {
        throw value.wrong("unknown data set '" + value.text() + "'", String.join(", ", data));
      }
    }
    return block;
  }

  private List<AxisValue> values(String axis, YamlNode node) {
    if (axis.equals(Parameter.SCALE) || axis.equals(Labels.PHASE)) {
      throw node.wrong("an axis '" + axis + "'", "other names");
    }
    List<AxisValue> values = new ArrayList<>();
    if (node.isMapping()) {
      node.entries()
          .forEach((label, value) -> values.add(new AxisValue(label, value.text(), value)));
    } else {
      node.items().forEach(item -> values.add(new AxisValue(item.text(), item.text(), item)));
    }
    Set<String> labels = new LinkedHashSet<>();
    for (AxisValue value : values) {
      if (!labels.add(value.label())) {
        throw value.wrong("'" + value.label() + "' is given twice", "each value once");
      }
    }
    return values;
  }

  private Map<Scale, Map<String, Set<String>>> only(YamlMapping document, Matrix axes) {
    Map<Scale, Map<String, Set<String>>> only = new EnumMap<>(Scale.class);
    document
        .find("only")
        .ifPresent(
            node -> {
              YamlMapping scales = new YamlMapping(node);
              for (Scale scale : Scale.values()) {
                scales
                    .find(scale.word())
                    .ifPresent(value -> only.put(scale, remaining(value, axes)));
              }
              scales.requireAllKnown();
            });
    return only;
  }

  private Map<String, Set<String>> remaining(YamlNode node, Matrix axes) {
    Map<String, Set<String>> remaining = new LinkedHashMap<>();
    node.entries()
        .forEach(
            (axis, labels) -> {
              if (!axes.axes().contains(axis)) {
                throw node.wrongKey(
                    axis, "unknown axis '" + axis + "'", String.join(", ", axes.axes()));
              }
              remaining.put(axis, new LinkedHashSet<>(LayoutReader.labels(axis, labels, axes)));
            });
    return remaining;
  }
}
