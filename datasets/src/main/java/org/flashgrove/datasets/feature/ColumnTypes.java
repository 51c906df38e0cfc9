package org.flashgrove.datasets.feature;

import java.util.ArrayList;
import java.util.List;

/**
 * Determines the type of each attribute of a file. The type can represent all values of the
 * attribute.
 */
final class ColumnTypes {
  /** Counts the values of one attribute by type. */
  private static final class Column {
    private final long[] counts = new long[AttributeType.values().length];
    private final TextForms forms = new TextForms();
    private AttributeType type;
    private long inexact;

    void add(Object value) {
      AttributeType own = AttributeType.of(value);
      counts[own.ordinal()]++;
      boolean isRounded = value instanceof Long whole && !AttributeType.isExact(whole);
      boolean isNoNumber = value instanceof Double real && !Double.isFinite(real);
      inexact += isRounded || isNoNumber ? 1 : 0;
      type = AttributeType.both(type, own);
      if (value instanceof String text) {
        forms.look(text);
      }
    }

    /**
     * Returns the type for the whole column. A column of reals becomes text in two cases: a double
     * would round some of its integers, or some of its numbers are not finite. Most formats do not
     * support non-finite numbers.
     */
    AttributeType type() {
      return type == AttributeType.REAL && inexact > 0 ? AttributeType.TEXT : type;
    }

    long asText() {
      long all = 0;
      for (AttributeType each : AttributeType.values()) {
        all += each == AttributeType.TEXT ? 0 : counts[each.ordinal()];
      }
      return type() == AttributeType.TEXT ? all : 0;
    }
  }

  private final List<Column> columns = new ArrayList<>();

  /** Returns an encoding of the types so far, without the counts of values. */
  List<Integer> bits() {
    List<Integer> bits = new ArrayList<>();
    for (Column each : columns) {
      int type = each.type == null ? 0 : each.type.ordinal() + 1;
      bits.add(type << 1 | (each.inexact > 0 ? 1 : 0));
    }
    return bits;
  }

  /**
   * Adds a column with an earlier state.
   *
   * @param bits element of the result of {@link #bits}
   */
  void add(int bits) {
    AttributeType[] all = AttributeType.values();
    Column column = new Column();
    column.type = bits >> 1 == 0 ? null : all[(bits >> 1) - 1];
    column.inexact = bits & 1;
    columns.add(column);
  }

  /** Counts the attribute values of the current feature of a cursor. */
  void look(FeatureCursor cursor) {
    int count = cursor.attributeNames().size();
    while (columns.size() < count) {
      columns.add(new Column());
    }
    for (int i = 0; i < count; i++) {
      Object value = cursor.attribute(i);
      if (value != null) {
        columns.get(i).add(value);
      }
    }
  }

  /** Returns the types. An attribute without values has the type that the file declares. */
  List<AttributeType> types(FeatureCursor cursor) {
    List<AttributeType> types = new ArrayList<>();
    for (int i = 0; i < cursor.attributeNames().size(); i++) {
      AttributeType type = i < columns.size() ? columns.get(i).type() : null;
      AttributeType declared = type == null ? cursor.declaredType(i) : type;
      types.add(declared == null ? AttributeType.TEXT : declared);
    }
    return types;
  }

  /** Returns the names of text attributes whose values look like another type, such as numbers. */
  List<String> likeOtherTypes(List<String> names) {
    List<String> found = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).type() == AttributeType.TEXT && columns.get(i).forms.form() != null) {
        found.add(names.get(i));
      }
    }
    return found;
  }

  /** Returns a message for each attribute that has values which must be converted to text. */
  List<String> notes(FeatureCursor cursor) {
    List<String> notes = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      long texts = column.counts[AttributeType.TEXT.ordinal()];
      long kept = isTime(cursor.declaredType(i)) && texts > 0 ? texts : column.asText();
      if (kept > 0) {
        notes.add(Losses.keptAsText(cursor.attributeNames().get(i), kept));
      }
    }
    return notes;
  }

  /**
   * Returns whether values of a declared type may be local times. Local times become text, because
   * no type represents them.
   */
  private static boolean isTime(AttributeType declared) {
    return declared == AttributeType.DATE || declared == AttributeType.MOMENT;
  }
}
