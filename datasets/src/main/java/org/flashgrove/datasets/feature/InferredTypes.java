package org.flashgrove.datasets.feature;

import java.util.ArrayList;
import java.util.List;

/**
 * Determines a type for each attribute of a file from its values. In a format without types, such
 * as CSV, it looks at the texts. A table of the same features gets the same types, except that
 * UUIDs remain text here.
 */
public final class InferredTypes {
  private final ColumnTypes columns = new ColumnTypes();
  private final List<TextForms> texts = new ArrayList<>();

  public InferredTypes() {}

  /**
   * Creates an earlier state, to look at further features of the same file.
   *
   * @param bits result of {@link #bits}
   * @throws IllegalArgumentException if this is no such result
   */
  public static InferredTypes of(List<Integer> bits) {
    InferredTypes types = new InferredTypes();
    boolean isTyped = !bits.isEmpty() && bits.get(0) == 1;
    for (int each : bits.subList(Math.min(1, bits.size()), bits.size())) {
      if (each < 0 || isTyped && each >> 1 > AttributeType.values().length) {
        throw new IllegalArgumentException("damaged types");
      }
      if (isTyped) {
        types.columns.add(each);
      } else {
        types.texts.add(TextForms.of(each));
      }
    }
    return types;
  }

  /** Returns an encoding of the state. */
  public List<Integer> bits() {
    List<Integer> bits = new ArrayList<>(List.of(texts.isEmpty() ? 1 : 0));
    bits.addAll(columns.bits());
    texts.forEach(each -> bits.add(each.bits()));
    return bits;
  }

  /** Looks at the attributes of the current feature of a cursor. */
  public void look(FeatureCursor cursor) {
    if (cursor.isTyped()) {
      columns.look(cursor);
      return;
    }
    int count = cursor.attributeNames().size();
    while (texts.size() < count) {
      texts.add(new TextForms());
    }
    for (int i = 0; i < count; i++) {
      Object value = cursor.attribute(i);
      if (value != null) {
        texts.get(i).look(value.toString());
      }
    }
  }

  /**
   * Returns a type for each attribute.
   *
   * @param cursor the cursor after its last feature
   */
  public List<AttributeType> types(FeatureCursor cursor) {
    if (cursor.isTyped()) {
      return columns.types(cursor);
    }
    List<AttributeType> types = new ArrayList<>();
    for (int i = 0; i < cursor.attributeNames().size(); i++) {
      types.add(i < texts.size() ? typeOf(texts.get(i).form()) : AttributeType.TEXT);
    }
    return types;
  }

  private static AttributeType typeOf(TextForm form) {
    if (form == null) {
      return AttributeType.TEXT;
    }
    return switch (form) {
      case TRUTH, TRUTH_UPPER, TRUTH_TITLE -> AttributeType.BOOLEAN;
      case WHOLE -> AttributeType.INTEGER;
      case REAL, REAL_SHORT, REAL_POINT -> AttributeType.REAL;
      case DATE -> AttributeType.DATE;
      case MOMENT -> AttributeType.MOMENT;
      case UNIQUE_ID, UNIQUE_ID_UPPER -> AttributeType.TEXT;
    };
  }
}
