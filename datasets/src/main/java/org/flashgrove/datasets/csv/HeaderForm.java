package org.flashgrove.datasets.csv;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.Excerpt;

/**
 * Columns that make up one kind of CSV file, such as {@code id,x,y}. In the header of a file these
 * columns may be in any order and case, but each must occur exactly once. Additional columns are
 * attributes; files of keys alone, of pairs and of query windows must not have any.
 */
record HeaderForm(List<String> columns) {
  /** Name of the column of ids. */
  static final String ID = "id";

  private static final String MISSING = "column %s is missing";

  static final HeaderForm XY = of("id", "x", "y");
  static final HeaderForm LON_LAT = of("id", "lon", "lat");
  static final HeaderForm RECTANGLE = of("id", "minx", "miny", "maxx", "maxy");
  static final HeaderForm WKT = of("id", "wkt");
  static final HeaderForm KEY = of("id");
  static final HeaderForm PAIR = of("id", "value");
  static final HeaderForm UPDATE =
      of("id", "oldminx", "oldminy", "oldmaxx", "oldmaxy", "minx", "miny", "maxx", "maxy");
  static final HeaderForm WINDOW = of("minx", "miny", "maxx", "maxy");

  /** Form of a file of query windows in which each row also states the origin of its window. */
  static final HeaderForm MADE_WINDOW = of("minx", "miny", "maxx", "maxy", "provenance");

  static HeaderForm of(String... columns) {
    return new HeaderForm(List.of(columns));
  }

  String text() {
    return String.join(",", columns);
  }

  int columnCount() {
    return columns.size();
  }

  /** Returns the header forms of all kinds of rows that {@code forms} allows. */
  static List<HeaderForm> of(RowForms forms) {
    List<HeaderForm> all = new ArrayList<>();
    if (forms.allows(EntryKind.POINTS)) {
      all.addAll(List.of(XY, LON_LAT, RECTANGLE, WKT));
    }
    if (forms.allows(EntryKind.KEYS)) {
      all.add(KEY);
    }
    if (forms.allows(EntryKind.MOVES)) {
      all.add(UPDATE);
    }
    if (forms.allows(EntryKind.PAIRS)) {
      all.add(PAIR);
    }
    return all;
  }

  /** Column names that other programs use, mapped to the names that header forms use. */
  private static final Map<String, String> SYNONYMS = new HashMap<>();

  static {
    synonyms("id", "fid", "gid", "objectid", "ogc_fid", "osm_id");
    synonyms("x", "easting", "coord_x", "x_coord");
    synonyms("y", "northing", "coord_y", "y_coord");
    synonyms("lon", "longitude", "long", "lng");
    synonyms("lat", "latitude");
    synonyms("minx", "xmin", "min_x", "x_min");
    synonyms("miny", "ymin", "min_y", "y_min");
    synonyms("maxx", "xmax", "max_x", "x_max");
    synonyms("maxy", "ymax", "max_y", "y_max");
    synonyms("wkt", "geometry", "geom", "the_geom", "wkt_geom", "geom_wkt");
  }

  private static void synonyms(String column, String... names) {
    for (String name : names) {
      SYNONYMS.put(name, column);
    }
  }

  /**
   * Replaces each role that is a synonym, such as {@code longitude}, with the role that it stands
   * for, such as {@code lon}. A synonym is not replaced if the result would be ambiguous, because
   * the roles also contain {@code lon} itself or another synonym of {@code lon}.
   */
  static List<String> withSynonyms(List<String> roles) {
    List<String> found = new ArrayList<>();
    for (String role : roles) {
      String column = SYNONYMS.getOrDefault(role, role);
      boolean isPlain = roles.contains(column);
      boolean isOnly =
          roles.stream().filter(each -> column.equals(SYNONYMS.get(each))).count() == 1;
      found.add(!isPlain && isOnly ? column : role);
    }
    return found;
  }

  /** Returns whether the roles include all columns of at least one form. */
  static boolean isKnown(List<String> roles, List<HeaderForm> forms) {
    return forms.stream().anyMatch(form -> roles.containsAll(form.columns));
  }

  /**
   * Returns whether the roles include all columns of at least one form of objects except the id,
   * and no column that might be the id.
   */
  static boolean lacksOnlyIds(List<String> roles, List<HeaderForm> forms) {
    if (roles.stream().anyMatch(role -> ID.equals(SYNONYMS.getOrDefault(role, role)))) {
      return false;
    }
    List<String> withId = new ArrayList<>(roles);
    withId.add(ID);
    return isKnown(withId, forms);
  }

  /** Returns whether a header of this form may have additional columns. */
  private boolean allowsMore() {
    return !equals(KEY) && !equals(PAIR) && !equals(WINDOW) && !equals(MADE_WINDOW);
  }

  /**
   * Returns the form that matches a header.
   *
   * @param header role of each column, which is the name of a column of a form, or any other text
   * @throws InputException if no form matches, or if several forms match
   */
  static HeaderForm match(
      List<String> header, List<HeaderForm> forms, String file, long lineNumber) {
    String allowed = forms.stream().map(HeaderForm::text).collect(Collectors.joining(" | "));
    Set<String> names = new HashSet<>(header);
    HeaderForm form = find(header, names, forms, file, lineNumber, allowed);
    Set<String> before = new HashSet<>();
    for (String name : header) {
      if (!before.add(name)) {
        throw new InputException(
            file, lineNumber, "column " + Excerpt.quoted(name) + " is there twice", allowed);
      }
    }
    return form;
  }

  private static HeaderForm find(
      List<String> header,
      Set<String> names,
      List<HeaderForm> forms,
      String file,
      long lineNumber,
      String allowed) {
    HeaderForm nearest = forms.get(0);
    List<HeaderForm> found = new ArrayList<>();
    for (HeaderForm form : forms) {
      if (names.equals(Set.copyOf(form.columns))) {
        return form;
      }
      if (form.allowsMore() && names.containsAll(form.columns)) {
        found.add(form);
      }
      if (form.columnsAmong(names) > nearest.columnsAmong(names)) {
        nearest = form;
      }
    }
    // a file of moves also has the columns of rectangles
    found.removeIf(form -> !form.equals(UPDATE) && names.containsAll(UPDATE.columns));
    if (found.size() > 1) {
      throw new InputException(
          file,
          lineNumber,
          "the columns of " + found.get(0).text() + " and of " + found.get(1).text() + " are there",
          "one of them, or --columns, as in wkt=NAME");
    }
    if (found.isEmpty()) {
      String difference = nearest.difference(header);
      String columns =
          difference.equals(MISSING.formatted(ID)) ? ", or --columns, as in id=NAME or id=#" : "";
      throw new InputException(file, lineNumber, difference, allowed + columns);
    }
    return found.get(0);
  }

  private long columnsAmong(Set<String> names) {
    return columns.stream().filter(names::contains).count();
  }

  private String difference(List<String> header) {
    List<String> missing = columns.stream().filter(name -> !header.contains(name)).toList();
    List<String> unknown = header.stream().filter(name -> !columns.contains(name)).toList();
    boolean isIdMissing = columns.size() > 1 && missing.equals(List.of(ID));
    if (missing.size() >= columns.size() - 1 && !isIdMissing) {
      return "header " + Excerpt.quoted(String.join(",", header)) + " is unknown";
    }
    if (!missing.isEmpty()) {
      return MISSING.formatted(missing.get(0));
    }
    return "column " + Excerpt.quoted(unknown.get(0)) + " is unknown";
  }
}
