package org.flashgrove.lab.experiment.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.flashgrove.lab.experiment.Curves;
import org.flashgrove.lab.experiment.Details;
import org.flashgrove.lab.experiment.Drawing;
import org.flashgrove.lab.experiment.results.ResultsFile;
import org.flashgrove.lab.experiment.results.StoredExecution;

/**
 * Plots of the details of executions: latencies, page orders and trees.
 *
 * @param prefix prefix of the names of the plots
 */
record DetailPlots(ResultsFile file, String prefix) {
  private static final int MOST_SERIES = 8;
  private static final int MOST_PLOTS = 12;
  private static final int MOST_ORDERS = 4;
  private static final int MOST_POINTS = 2_000;
  private static final int MOST_NODES = 5_000;
  private static final double LEAST_MICROS = 0.1;
  private static final int CORNERS = 6;

  /**
   * Minimum height of a step of a latency curve, in percent of the operations. A smaller step would
   * be less than a pixel high.
   */
  private static final double LEAST_STEP = 0.2;

  /**
   * Returns diagrams of cumulative latency, one for each phase, with a curve for each
   * configuration.
   */
  List<Drawing> latencies(List<StoredExecution> executions) {
    Map<String, List<StoredExecution>> groups = new LinkedHashMap<>();
    Set<String> seen = new LinkedHashSet<>();
    for (StoredExecution each : executions) {
      Map<String, Object> config = each.execution().config();
      Object phase = config.get("phase");
      boolean first = seen.add(phase + " " + config.get("labels"));
      if (phase != null && first) {
        groups.computeIfAbsent(phase.toString(), unused -> new ArrayList<>()).add(each);
      }
    }
    for (String axis : axes(executions)) {
      if (groups.values().stream().anyMatch(group -> group.size() > MOST_SERIES)) {
        groups = split(groups, axis);
      }
    }
    List<Drawing> plots = new ArrayList<>();
    for (Map.Entry<String, List<StoredExecution>> group : groups.entrySet()) {
      Curves curves =
          new Curves(
                  prefix + "latency-" + (plots.size() + 1),
                  "Latencies, " + group.getKey(),
                  "µs",
                  "% of the operations",
                  Curves.Form.STEPS)
              .logarithmic();
      for (StoredExecution each : group.getValue()) {
        addLatencies(curves, each);
      }
      if (!curves.isEmpty() && plots.size() < MOST_PLOTS) {
        plots.add(curves);
      }
    }
    return plots;
  }

  private static List<String> axes(List<StoredExecution> executions) {
    Set<String> axes = new LinkedHashSet<>();
    for (StoredExecution each : executions) {
      if (each.execution().config().get("labels") instanceof Map<?, ?> labels) {
        labels.keySet().forEach(axis -> axes.add(axis.toString()));
      }
    }
    return List.copyOf(axes);
  }

  private static Map<String, List<StoredExecution>> split(
      Map<String, List<StoredExecution>> groups, String axis) {
    Map<String, List<StoredExecution>> finer = new LinkedHashMap<>();
    groups.forEach(
        (name, members) ->
            members.forEach(
                each -> {
                  Map<?, ?> labels = (Map<?, ?>) each.execution().config().get("labels");
                  finer
                      .computeIfAbsent(name + ", " + labels.get(axis), unused -> new ArrayList<>())
                      .add(each);
                }));
    return finer;
  }

  private void addLatencies(Curves curves, StoredExecution execution) {
    List<double[]> values = file.latencies(execution.number());
    double all = values.stream().mapToDouble(value -> value[1]).sum();
    if (all == 0) {
      return;
    }
    List<double[]> steps = new ArrayList<>();
    double sum = 0;
    double shown = -1;
    for (int i = 0; i < values.size(); i++) {
      sum += values.get(i)[1];
      double share = 100 * sum / all;
      if (share - shown >= LEAST_STEP || i == values.size() - 1) {
        // A logarithmic axis has no zero.
        steps.add(new double[] {Math.max(LEAST_MICROS, values.get(i)[0]), share});
        shown = share;
      }
    }
    curves.add(
        execution.execution().name(),
        steps.stream().mapToDouble(step -> step[0]).toArray(),
        steps.stream().mapToDouble(step -> step[1]).toArray());
  }

  /** Returns a diagram for each execution. It shows the page reads and writes in their order. */
  List<Drawing> orders(List<StoredExecution> executions) {
    List<Drawing> plots = new ArrayList<>();
    for (StoredExecution each : executions) {
      List<double[]> order = plots.size() < MOST_ORDERS ? file.order(each.number()) : List.of();
      if (!order.isEmpty()) {
        plots.add(order(each, order, plots.size() + 1));
      }
    }
    return plots;
  }

  private Drawing order(StoredExecution execution, List<double[]> order, int number) {
    Curves curves =
        new Curves(
            prefix + "order-" + number,
            execution.execution().name()
                + (order.size() > MOST_POINTS
                    ? ": the first " + MOST_POINTS + " of " + order.size() + " pages"
                    : ": " + order.size() + " pages"),
            "order",
            "page",
            Curves.Form.POINTS);
    for (int kind = 0; kind < 2; kind++) {
      List<double[]> points = new ArrayList<>();
      for (int i = 0; i < Math.min(MOST_POINTS, order.size()); i++) {
        if (order.get(i)[0] == kind) {
          points.add(new double[] {i + 1, order.get(i)[1]});
        }
      }
      if (!points.isEmpty()) {
        curves.add(
            kind == 0 ? "read" : "written",
            points.stream().mapToDouble(point -> point[0]).toArray(),
            points.stream().mapToDouble(point -> point[1]).toArray());
      }
    }
    return curves;
  }

  /**
   * Returns a diagram for each level of a tree: the tree of the first execution whose nodes were
   * recorded.
   */
  List<Drawing> trees(List<StoredExecution> executions) {
    for (StoredExecution each : executions) {
      List<Details.Node> nodes = file.nodes(each.number());
      if (!nodes.isEmpty()) {
        return tree(each.execution().name(), nodes);
      }
    }
    return List.of();
  }

  private List<Drawing> tree(String name, List<Details.Node> nodes) {
    List<Drawing> plots = new ArrayList<>();
    int top = nodes.stream().mapToInt(Details.Node::height).max().orElse(0);
    for (int height = top; height >= 0; height--) {
      int level = height;
      List<Details.Node> shown =
          nodes.stream().filter(node -> node.height() == level).limit(MOST_NODES).toList();
      Curves curves =
          new Curves(
              prefix + "tree-level-" + level,
              name + ": level " + level + ", " + shown.size() + " nodes",
              "x",
              "y",
              Curves.Form.LINE);
      plots.add(curves.add("level " + level, corners(shown, true), corners(shown, false)));
    }
    return plots;
  }

  /**
   * Returns coordinates of the corners of all rectangles, one rectangle after the other. NaN
   * separates the rectangles.
   *
   * @param isX whether to return the x instead of the y coordinates
   */
  private static double[] corners(List<Details.Node> nodes, boolean isX) {
    double[] all = new double[CORNERS * nodes.size()];
    for (int i = 0; i < nodes.size(); i++) {
      Details.Node n = nodes.get(i);
      double[] around =
          isX
              ? new double[] {n.minX(), n.maxX(), n.maxX(), n.minX(), n.minX(), n.minX()}
              : new double[] {n.minY(), n.minY(), n.maxY(), n.maxY(), n.minY(), Double.NaN};
      System.arraycopy(around, 0, all, CORNERS * i, CORNERS);
    }
    return all;
  }
}
