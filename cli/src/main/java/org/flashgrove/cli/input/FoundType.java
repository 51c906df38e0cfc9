package org.flashgrove.cli.input;

import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.datasets.feature.TextForm;
import org.flashgrove.datasets.feature.TextForms;
import org.flashgrove.sidecar.table.TableAttributes;

/** Determines the attribute type that can represent all values of a column. */
final class FoundType {
  private final TextForms forms = new TextForms();
  private AttributeType type;
  private AttributeType declared;
  private boolean hasForms;

  /** True if the column has an integer that a double may round. */
  private boolean isInexact;

  private long typedValues;
  private long texts;

  /**
   * Widens the type, if necessary, so that it can represent another value of the column.
   *
   * @param value value, or null
   * @param isTyped whether the format distinguishes texts from values of other types
   * @param ofFile type that the file declares, or null
   */
  void look(Object value, boolean isTyped, org.flashgrove.datasets.feature.AttributeType ofFile) {
    if (ofFile != null && declared == null) {
      declared = TableAttributes.typeOf(ofFile);
    }
    if (value == null) {
      return;
    }
    if (!isTyped) {
      hasForms = true;
      forms.look(value.toString());
      return;
    }
    AttributeType own =
        TableAttributes.typeOf(org.flashgrove.datasets.feature.AttributeType.of(value));
    typedValues += own == AttributeType.STRING ? 0 : 1;
    texts += own == AttributeType.STRING ? 1 : 0;
    isInexact |=
        value instanceof Long whole
            && !org.flashgrove.datasets.feature.AttributeType.isExact(whole);
    type = type == null ? own : both(type, own);
  }

  private static AttributeType typeOf(TextForm form) {
    return switch (form) {
      case TRUTH, TRUTH_UPPER, TRUTH_TITLE -> AttributeType.BOOLEAN;
      case WHOLE -> AttributeType.LONG;
      case REAL, REAL_SHORT, REAL_POINT -> AttributeType.DOUBLE;
      case DATE -> AttributeType.DATE;
      case MOMENT -> AttributeType.INSTANT;
      case UNIQUE_ID, UNIQUE_ID_UPPER -> AttributeType.UUID;
    };
  }

  private static AttributeType both(AttributeType a, AttributeType b) {
    if (a == b) {
      return a;
    }
    boolean areNumbers = isNumber(a) && isNumber(b);
    return areNumbers ? AttributeType.DOUBLE : AttributeType.STRING;
  }

  private static boolean isNumber(AttributeType type) {
    return type == AttributeType.LONG || type == AttributeType.DOUBLE;
  }

  /** Returns the type, or string if no other type can represent all values. */
  AttributeType type() {
    AttributeType found = type;
    if (hasForms) {
      AttributeType ofText = forms.form() == null ? AttributeType.STRING : typeOf(forms.form());
      isInexact |= ofText == AttributeType.LONG && !forms.allows(TextForm.REAL_SHORT);
      found = found == null ? ofText : both(found, ofText);
    }
    if (found == null) {
      return declared == null ? AttributeType.STRING : declared;
    }
    return found == AttributeType.DOUBLE && isInexact ? AttributeType.STRING : found;
  }

  /**
   * Returns the number of values that must be converted to text, because the column also has texts,
   * or has local times among timestamps.
   */
  long keptAsText() {
    boolean isTime = declared == AttributeType.DATE || declared == AttributeType.INSTANT;
    if (type() != AttributeType.STRING) {
      return 0;
    }
    return isTime && texts > 0 ? texts : typedValues;
  }
}
