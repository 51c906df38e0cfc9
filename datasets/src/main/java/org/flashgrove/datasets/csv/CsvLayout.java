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

/**
 * Roles of the fields of a row, derived from the names in the header and from the user's options.
 */
final class CsvLayout {
  /** Stands for the position of the id column if row numbers serve as ids. */
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

  /**
   * Returns the layout of a file without a header. The columns of the file are in the order of
   * {@code form}.
   */
  static CsvLayout withoutHeader(HeaderForm form) {
    int[] positions = new int[form.columnCount()];
    Arrays.setAll(positions, i -> i);
    return new CsvLayout(form, positions, form.columns());
  }

  /**
   * Creates a layout from a header.
   *
   * @param columns roles of columns that the user gives ({@link FormatOptions#columns})
   * @param makesIds whether row numbers are the ids if the file has no column of ids
   * @throws InputException if the header matches no form or several, or if a column is missing
   */
  static CsvLayout of(
      List<String> header,
      List<HeaderForm> forms,
      Map<String, String> columns,
      boolean makesIds,
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
    boolean counted = FormatOptions.ROW_NUMBER.equals(given.get(HeaderForm.ID));
    if (counted) {
      roles.add(HeaderForm.ID);
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
      if (makesIds && HeaderForm.lacksOnlyIds(roles, possible)) {
        counted = true;
        roles.add(HeaderForm.ID);
      }
      requireDelimited(names, given, possible, makesIds, file, lineNumber);
    }
    HeaderForm form = HeaderForm.match(roles, possible, file, lineNumber);
    int[] positions = form.columns().stream().mapToInt(roles::indexOf).toArray();
    if (counted) {
      positions[form.columns().indexOf(HeaderForm.ID)] = ROW_NUMBER;
    }
    return new CsvLayout(form, positions, names);
  }

  /**
   * Returns the names of columns. Columns without a name, which pandas writes, get a name from
   * their position.
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

  /**
   * Throws an exception if the header is a single field that would match a form if it were split by
   * another delimiter.
   */
  private static void requireDelimited(
      List<String> names,
      Map<String, String> given,
      List<HeaderForm> forms,
      boolean makesIds,
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
      roles = HeaderForm.withSynonyms(roles);
      boolean isKnown =
          HeaderForm.isKnown(roles, forms) || makesIds && HeaderForm.lacksOnlyIds(roles, forms);
      if (roles.size() > 1 && isKnown) {
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

  /**
   * Returns the role of a column. A role that the user gave to the column comes first. Otherwise
   * the role is the name of the column in lower case. If the user gave that role to another column,
   * the column is only an attribute.
   */
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
   * Returns the delimiter that the user gave.
   *
   * @throws IllegalArgumentException if this delimiter is not allowed
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

  /**
   * Returns the index of a field in each row of the file: the field with the value of the given
   * column of the {@link HeaderForm}. Returns {@link #ROW_NUMBER} for ids that are row numbers.
   */
  int position(int column) {
    return positions[column];
  }

  /** Returns the name that the header of the file gives to a column of the {@link HeaderForm}. */
  String name(int column) {
    return header.get(positions[column]);
  }

  /**
   * Returns the names of those columns of the file that are no columns of the {@link HeaderForm},
   * in file order.
   */
  List<String> attributes() {
    return attributes;
  }

  int attributePosition(int attribute) {
    return attributePositions[attribute];
  }

  /** Returns the minimum number of fields in a row. */
  int fields() {
    return fields;
  }
}
