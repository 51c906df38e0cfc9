package org.flashgrove.lab.experiment.matrix;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.flashgrove.lab.experiment.matrix.layout.Column;
import org.flashgrove.lab.experiment.matrix.layout.PlotLayout;
import org.flashgrove.lab.experiment.matrix.layout.Reference;
import org.flashgrove.lab.experiment.matrix.layout.Selection;
import org.flashgrove.lab.experiment.matrix.layout.TableLayout;
import org.flashgrove.lab.experiment.workload.PhaseStats;

/**
 * Reads the parts of an experiment's document that describe tables, plots and published results.
 */
record LayoutReader(Matrix matrix, WorkloadPlan workload) {

  /**
   * Reads labels of an axis from a node, which is one label or a list. Rejects labels that the axis
   * does not have.
   */
  static List<String> labels(String axis, YamlNode node, Matrix matrix) {
    Set<String> allowed = matrix.labels(axis);
    for (YamlNode item : node.items()) {
      if (!allowed.contains(item.text())) {
        throw item.wrong("unknown " + axis + " '" + item.text() + "'", String.join(", ", allowed));
      }
    }
    return node.texts();
  }

  List<Reference> references(YamlMapping document) {
    List<Reference> references = new ArrayList<>();
    for (YamlNode node : document.items("references")) {
      YamlMapping mapping = new YamlMapping(node);
      Map<String, Map<String, Double>> figures = new LinkedHashMap<>();
      YamlNode byPhase = mapping.get("figures");
      byPhase
          .entries()
          .forEach(
              (phase, values) -> {
                requirePhase(byPhase, phase);
                Map<String, Double> named = new LinkedHashMap<>();
                values.entries().forEach((name, value) -> named.put(name, value.above(-1)));
                figures.put(phase, named);
              });
      references.add(new Reference(where(mapping), figures));
      mapping.requireAllKnown();
    }
    return references;
  }

  List<TableLayout> tables(YamlMapping document) {
    List<TableLayout> tables = new ArrayList<>();
    for (YamlNode node : document.items("tables")) {
      YamlMapping mapping = new YamlMapping(node);
      List<Column> columns = new ArrayList<>();
      Selection where = where(mapping);
      Map<String, String> against = new LinkedHashMap<>();
      mapping
          .find("against")
          .ifPresent(
              axes ->
                  axes.entries()
                      .forEach(
                          (axis, label) -> {
                            requireAxis(axes, axis);
                            against.put(axis, labels(axis, label, matrix).get(0));
                          }));
      TableLayout table =
          new TableLayout(
              mapping.get("name").text(),
              mapping.get("title").text(),
              where,
              axes(mapping, "rows"),
              against,
              columns);
      for (YamlNode column : mapping.get("columns").items()) {
        columns.add(column(column, against.isEmpty()));
      }
      mapping.requireAllKnown();
      tables.add(table);
    }
    return tables;
  }

  List<PlotLayout> plots(YamlMapping document) {
    List<PlotLayout> plots = new ArrayList<>();
    for (YamlNode node : document.items("plots")) {
      YamlMapping mapping = new YamlMapping(node);
      YamlNode x = mapping.get("x");
      requireAxis(x, x.text());
      String name = mapping.get("name").text();
      if (!name.matches("[A-Za-z0-9._-]+")) {
        throw mapping.get("name").wrong("'" + name + "'", "letters, digits, '.', '_', '-'");
      }
      plots.add(
          new PlotLayout(
              name,
              mapping.get("title").text(),
              mapping.chooses("kind", "bars", "lines"),
              mapping.isOn("log"),
              where(mapping),
              x.text(),
              axes(mapping, "series"),
              column(mapping.get("y"), true)));
      mapping.requireAllKnown();
    }
    return plots;
  }

  private List<String> axes(YamlMapping mapping, String key) {
    YamlNode node = mapping.get(key);
    for (YamlNode item : node.items()) {
      requireAxis(item, item.text());
    }
    return node.texts();
  }

  private void requireAxis(YamlNode node, String axis) {
    if (!matrix.axes().contains(axis)) {
      throw node.wrong("unknown axis '" + axis + "'", String.join(", ", matrix.axes()));
    }
  }

  private Selection where(YamlMapping mapping) {
    Map<String, List<String>> labels = new LinkedHashMap<>();
    mapping
        .find("where")
        .ifPresent(
            node ->
                node.entries()
                    .forEach(
                        (axis, value) -> {
                          requireAxis(node, axis);
                          labels.put(axis, labels(axis, value, matrix));
                        }));
    return new Selection(labels);
  }

  private void requirePhase(YamlNode node, String phase) {
    if (!workload.phases().contains(phase)) {
      throw node.wrong("unknown phase '" + phase + "'", String.join(", ", workload.phases()));
    }
  }

  private Column column(YamlNode node, boolean alone) {
    YamlMapping mapping = new YamlMapping(node);
    String title = mapping.get("title").text();
    Column.Kind kind = null;
    String figure = null;
    Set<String> kinds = new LinkedHashSet<>();
    for (Column.Kind each : Column.Kind.values()) {
      String key = each.name().toLowerCase(Locale.ROOT);
      kinds.add(key);
      YamlNode value = mapping.find(key).orElse(null);
      if (value != null) {
        if (kind != null) {
          throw value.wrong("'" + key + "' beside another", "one of " + String.join(", ", kinds));
        }
        kind = each;
        figure = figure(value);
      }
    }
    if (kind == null || kind == Column.Kind.CHANGE && alone) {
      throw node.wrong(
          kind == null ? "a column of nothing" : "a change, and nothing it is against",
          kind == null ? String.join(", ", kinds) : "against: {...} in the table");
    }
    List<String> phases = mapping.get("phase").texts();
    phases.forEach(phase -> requirePhase(mapping.get("phase"), phase));
    Column column =
        new Column(
            title,
            kind,
            figure,
            phases,
            mapping.above("divide", 1, 0),
            (int) mapping.integer("decimals", 0, 0, 9));
    mapping.requireAllKnown();
    return column;
  }

  private static String figure(YamlNode node) {
    String name = node.text();
    if (!PhaseStats.NAMES.contains(name)) {
      throw node.wrong("unknown figure '" + name + "'", String.join(", ", PhaseStats.NAMES));
    }
    return name;
  }
}
