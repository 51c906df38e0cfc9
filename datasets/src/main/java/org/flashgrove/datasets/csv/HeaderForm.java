package org.flashgrove.datasets.csv;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVRecord;
import org.flashgrove.datasets.InputException;

/**
 * The columns of one kind of file. In a file they may come in any order and in upper or lower case,
 * but none may be missing, unknown or there twice.
 */
record HeaderForm(List<String> columns) {
  static final HeaderForm XY = of("id", "x", "y");
  static final HeaderForm LON_LAT = of("id", "lon", "lat");
  static final HeaderForm RECTANGLE = of("id", "minx", "miny", "maxx", "maxy");
  static final HeaderForm WKT = of("id", "wkt");
  static final HeaderForm KEY = of("id");
  static final HeaderForm UPDATE =
      of("id", "oldminx", "oldminy", "oldmaxx", "oldmaxy", "minx", "miny", "maxx", "maxy");
  static final HeaderForm WINDOW = of("minx", "miny", "maxx", "maxy");

  static HeaderForm of(String... columns) {
    return new HeaderForm(List.of(columns));
  }

  String text() {
    return String.join(",", columns);
  }

  int columnCount() {
    return columns.size();
  }

  /**
   * Returns for each column of this form its position in a header that has exactly these columns.
   */
  int[] positionsIn(List<String> header) {
    return columns.stream().mapToInt(header::indexOf).toArray();
  }

  static List<String> columnsOf(CSVRecord record) {
    return record.stream().map(name -> name.strip().toLowerCase(Locale.ROOT)).toList();
  }

  /** Finds the form that a header has. */
  static HeaderForm match(
      List<String> header, List<HeaderForm> forms, String file, long lineNumber) {
    String allowed = forms.stream().map(HeaderForm::text).collect(Collectors.joining(" | "));
    Set<String> names = new HashSet<>();
    for (String name : header) {
      if (!names.add(name) && forms.stream().anyMatch(form -> form.columns.contains(name))) {
        throw new InputException(
            file, lineNumber, "column " + Excerpt.quoted(name) + " is there twice", allowed);
      }
    }
    HeaderForm nearest = forms.get(0);
    for (HeaderForm form : forms) {
      if (names.equals(Set.copyOf(form.columns))) {
        return form;
      }
      if (form.columnsAmong(names) > nearest.columnsAmong(names)) {
        nearest = form;
      }
    }
    throw new InputException(file, lineNumber, nearest.difference(header), allowed);
  }

  private long columnsAmong(Set<String> names) {
    return columns.stream().filter(names::contains).count();
  }

  private String difference(List<String> header) {
    List<String> missing = columns.stream().filter(name -> !header.contains(name)).toList();
    List<String> unknown = header.stream().filter(name -> !columns.contains(name)).toList();
    if (missing.size() >= columns.size() - 1) {
      return "header " + Excerpt.quoted(String.join(",", header)) + " is unknown";
    }
    if (!missing.isEmpty()) {
      return "column " + missing.get(0) + " is missing";
    }
    return "column " + Excerpt.quoted(unknown.get(0)) + " is unknown";
  }
}
