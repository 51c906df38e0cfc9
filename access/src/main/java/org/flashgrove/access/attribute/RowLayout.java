package org.flashgrove.access.attribute;

import java.util.Arrays;
import java.util.List;

/**
 * Positions of the attribute values in records of one schema version. The columns are the
 * attributes of that version in the order in which they were added.
 */
final class RowLayout {
  static final int AT_VERSION = 1;

  static final int AT_NULLS = 3;

  private final AttributeType[] types;
  private final int[] offsets;

  private final int[] variableBefore;

  private final int[] columnIds;
  private final int fixedEnd;
  private final int lastVariable;

  RowLayout(List<Attribute> columns, int[] ids) {
    int count = columns.size();
    types = new AttributeType[count];
    offsets = new int[count];
    variableBefore = new int[count];
    columnIds = ids;
    int at = AT_NULLS + (count + Byte.SIZE - 1) / Byte.SIZE;
    int last = -1;
    for (int i = 0; i < count; i++) {
      types[i] = columns.get(i).type();
      offsets[i] = at;
      at += types[i].fixedBytes();
      variableBefore[i] = last;
      if (types[i].isVariable()) {
        last = i;
      }
    }
    fixedEnd = at;
    lastVariable = last;
  }

  AttributeType type(int column) {
    require(column);
    return types[column];
  }

  /** Throws if there is no such column. The compiler merges this check with that of an array. */
  void require(int column) {
    if (column < 0 || column >= types.length) {
      throw new IndexOutOfBoundsException(
          "attribute " + column + " (allowed: 0 to " + (types.length - 1) + ")");
    }
  }

  /** Returns the offset in a row of the fixed-length part of a column. */
  int offset(int column) {
    return offsets[column];
  }

  /** Returns the last column of variable length before {@code column}, or -1 if there is none. */
  int variableBefore(int column) {
    return variableBefore[column];
  }

  /** Returns the last column of variable length, or -1 if there is none. */
  int lastVariable() {
    return lastVariable;
  }

  /** Returns the offset in the row at which the values of variable length begin. */
  int fixedEnd() {
    return fixedEnd;
  }

  /**
   * Returns the column of the attribute with the number {@code id} in the schema, or -1 if this
   * version lacks the attribute.
   */
  int columnOf(int id) {
    return Math.max(-1, Arrays.binarySearch(columnIds, id));
  }
}
