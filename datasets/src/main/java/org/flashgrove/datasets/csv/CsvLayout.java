package org.flashgrove.datasets.csv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.file.Excerpt;

/** Roles of the fields of a row, found by the names of the header or by the user's options. */
final class CsvLayout {
  /** In place of a column: the number of the row. */
  static final int ROW_NUMBER = -1;

  private static final String DELIMITERS = ",;|:\t";

  private final HeaderForm form;
  private final List<String> header;
  private final int[] positions;
  private final List<String> attributes = new ArrayList<>();
  private final int[] attributePositions;
  private final int fields;

  private CsvLayout(HeaderForm form, int[] positions, List<String> header) {
    this.form = form;
    this.header = header;
    this.positions = positions;
    this.fields = header.size();
    this.attributePositions = new int[fields];
    for (int i = 0; i < fields; i++) {
      int position = i;
      if (Arrays.stream(positions).noneMatch(used -> used == position)) {
        attributePositions[attributes.size()] = i;
        attributes.add(header.get(i));
      }
    }
  }

  /** Returns the columns of a form in its order, of a file without a header. */
  static CsvLayout withoutHeader(HeaderForm form) {
    int[] positions = new int[form.columnCount()];
    Arrays.setAll(positions, i -> i);
    return new CsvLayout(form, positions, form.columns());
  }

  /**
   * Understands a header.
   *
   * @param columns see {@link FormatOptions#columns}
   * @throws InputException if it has no form, or several, or a column is not there
   */
  static CsvLayout of(
      List<String> header,
      List<HeaderForm> forms,
      Map<String, String> columns,
      String file,
      long lineNumber) {
    List<String> names = named(header);
    Map<String, String> given = new LinkedHashMap<>();
    columns.forEach((role, name) -> given.put(role.toLowerCase(Locale.ROOT), name));
    List<HeaderForm> possible = forms;
    if (!given.isEmpty()) {
      possible = forms.stream().filter(form -> form.columns().containsAll(given.keySet())).toList();
      if (possible.isEmpty()) {
        throw new IllegalArgumentException(
            "--columns for "
                + String.join(",", given.keySet())
                + " (allowed: those of "
                + String.join(" | ", forms.stream().map(HeaderForm::text).toList())
                + ")");
      }
    }
    List<String> roles = new ArrayList<>();
    for (String name : names) {
      roles.add(roleOf(name, given));
    }
    boolean counted = FormatOptions.ROW_NUMBER.equals(given.get("id"));
    if (counted) {
      roles.add("id");
    }
    for (Map.Entry<String, String> column : given.entrySet()) {
      if (!roles.contains(column.getKey())) {
        throw new InputException(
            file,
            lineNumber,
            "no column " + Excerpt.quoted(column.getValue()),
            "one of " + Excerpt.of(String.join(",", names)));
      }
    }
    if (!HeaderForm.isKnown(roles, possible)) {
      roles = HeaderForm.withSynonyms(roles);
      requireDelimited(names, given, possible, file, lineNumber);
    }
    HeaderForm form = HeaderForm.match(roles, possible, file, lineNumber);
    int[] positions = form.columns().stream().mapToInt(roles::indexOf).toArray();
    if (counted) {
      positions[form.columns().indexOf("id")] = ROW_NUMBER;
    }
    return new CsvLayout(form, positions, names);
  }

  /**
   * Returns the names of columns. Columns without a name, as pandas writes them, are named by
   * position.
   */
  private static List<String> named(List<String> header) {
    List<String> names = new ArrayList<>(header.stream().map(String::strip).toList());
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).isEmpty()) {
        String name = "column" + (i + 1);
        while (names.stream().anyMatch(name::equalsIgnoreCase)) {
          name += "_";
        }
        names.set(i, name);
      }
    }
    return names;
  }

  /** Throws for a header that another delimiter would split into the columns of a form. */
  private static void requireDelimited(
      List<String> names,
      Map<String, String> given,
      List<HeaderForm> forms,
      String file,
      long lineNumber) {
    if (names.size() != 1) {
      return;
    }
    for (char each : DELIMITERS.toCharArray()) {
      List<String> roles = new ArrayList<>();
      for (String name : names.get(0).split(Pattern.quote(String.valueOf(each)))) {
        roles.add(roleOf(name.strip(), given));
      }
      if (roles.size() > 1 && HeaderForm.isKnown(HeaderForm.withSynonyms(roles), forms)) {
        String delimiter = each == '\t' ? "tab" : "'" + each + "'";
        throw new InputException(
            file,
            lineNumber,
            "header " + Excerpt.quoted(names.get(0)) + " has fields separated by " + delimiter,
            forms.contains(HeaderForm.WINDOW)
                ? "commas"
                : "commas, or the option --delimiter " + delimiter);
      }
    }
  }

  /** Returns what a column is: what the user says, else what its name says, if it is not said. */
  private static String roleOf(String name, Map<String, String> given) {
    for (Map.Entry<String, String> column : given.entrySet()) {
      if (column.getValue().equalsIgnoreCase(name)) {
        return column.getKey();
      }
    }
    String lower = name.toLowerCase(Locale.ROOT);
    return given.containsKey(lower) ? "attribute " + lower : lower;
  }

  /**
   * Returns the delimiter that a user asks for, and does.
   *
   * @throws IllegalArgumentException if it is none
   */
  static char delimiter(FormatOptions options) {
    if (!isDelimiter(options.delimiter())) {
      throw new IllegalArgumentException(
          "--delimiter " + options.delimiter() + " (allowed: , ; | : tab)");
    }
    return options.delimiter();
  }

  /** Returns whether a character may separate fields. */
  static boolean isDelimiter(char c) {
    return DELIMITERS.indexOf(c) >= 0;
  }

  HeaderForm form() {
    return form;
  }

  /** Returns where a column of the form is in a row; {@link #ROW_NUMBER} for the row's number. */
  int position(int column) {
    return positions[column];
  }

  /** Returns the name in the header of a column of the form. */
  String name(int column) {
    return header.get(positions[column]);
  }

  /** Returns the names of the other columns, in their order. */
  List<String> attributes() {
    return attributes;
  }

  int attributePosition(int attribute) {
    return attributePositions[attribute];
  }

  /** Returns how many fields a row has. */
  int fields() {
    return fields;
  }
}
