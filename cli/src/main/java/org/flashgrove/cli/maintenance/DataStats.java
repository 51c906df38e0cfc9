package org.flashgrove.cli.maintenance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.input.InputOptions;
import org.flashgrove.cli.input.LeftOutObjects;
import org.flashgrove.cli.input.SpooledFiles;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.format.DataFiles;
import org.flashgrove.datasets.statistics.DataStatistics;
import org.flashgrove.datasets.statistics.Figure;

/** Prints statistics of data files like those in tables 1 and 4 of Carniel's thesis (2019). */
record DataStats(StoreCommand command, InputOptions input) {

  int show(Path directory) throws IOException {
    if (directory != null) {
      throw new IllegalArgumentException(
          "--data: cannot be combined with " + directory + "; use one of them");
    }
    List<Map<String, Object>> sets = new ArrayList<>();
    try (SpooledFiles files = new SpooledFiles(command.terminal(), input.files())) {
      for (String path : files.paths()) {
        try (FeatureCursor features =
            DataFiles.open(
                files.file(path),
                path,
                input.form(),
                input.reporting(command.terminal()),
                RowForms.RECORDS)) {
          sets.add(figures(path, DataStatistics.of(features, () -> {}), features));
        }
      }
    }
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("data", sets);
    command.print(members);
    return 0;
  }

  private Map<String, Object> figures(String path, DataStatistics of, FeatureCursor read) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("file", path);
    members.put("objects", of.count());
    members.put("points", of.points());
    members.put("lines", of.length().count());
    members.put("regions", of.area().count());
    members.put("collections", of.collections());
    members.put("withoutGeometry", of.withoutGeometry());
    members.put("skippedRows", read.skippedRows());
    LeftOutObjects leftOut = new LeftOutObjects();
    leftOut.add(command.terminal(), path, read.leftOut());
    leftOut.addTo(members);
    String extent = of.extent().map(Extent::toString).orElse(null);
    members.put("extent", extent);
    command.say(
        "%s: %,d objects (%,d points, %,d lines, %,d regions%s)%s",
        path,
        of.count(),
        of.points(),
        of.length().count(),
        of.area().count(),
        others(of),
        extent == null ? "" : " in " + extent);
    add(members, "vertices", of.vertices());
    add(members, "length", of.length());
    add(members, "area", of.area());
    add(members, "perimeter", of.perimeter());
    return members;
  }

  /** Returns the counts of the objects that are neither points nor lines nor regions. */
  private static String others(DataStatistics of) {
    String mixed = String.format(Locale.ROOT, ", %,d collections", of.collections());
    String none = String.format(Locale.ROOT, ", %,d without a geometry", of.withoutGeometry());
    return (of.collections() == 0 ? "" : mixed) + (of.withoutGeometry() == 0 ? "" : none);
  }

  private void add(Map<String, Object> members, String name, Figure figure) {
    if (figure.count() == 0) {
      return;
    }
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("min", figure.least());
    values.put("max", figure.greatest());
    values.put("average", figure.mean());
    values.put("sum", figure.sum());
    members.put(name, values);
    command.say(
        "  %-10s min %.10g, max %.10g, average %.10g, sum %.10g",
        name, figure.least(), figure.greatest(), figure.mean(), figure.sum());
  }
}
