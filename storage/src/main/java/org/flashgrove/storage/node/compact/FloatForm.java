package org.flashgrove.storage.node.compact;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.storage.node.buffer.ChangeKind;

/**
 * Short form of entries in a BRIEF frame, for entries whose coordinates can be stored as floats
 * without loss. An entry consists of its id and one word per corner. A point has one corner, a box
 * has two. The code of a record is the code of its {@link ChangeKind} plus {@link #POINTS} or
 * {@link #BOXES}.
 *
 * <p>A corner's word alternates between bits of one coordinate and bits of the other: 16 bits of
 * the first, 16 bits of the second, and so on, highest bits first. Nearby corners therefore differ
 * only in the low bits, which compress well.
 */
public final class FloatForm {
  /** Flag of entries that are points: their lower and upper corners are equal. */
  public static final int POINTS = 0x10;

  /** Flag of entries with two corners. */
  public static final int BOXES = 0x20;

  /** Mask of both flags. */
  public static final int MASK = POINTS | BOXES;

  private static final int WORDS = 5;
  private static final int UPPER = 3;
  private static final int HALF = 16;
  private static final long LOW = 0xFFFF;

  private FloatForm() {}

  /**
   * Returns whether entries of a layout can be written as floats. They can if they consist of an id
   * and a rectangle.
   */
  static boolean suits(NodeLayout layout) {
    return layout.words() == WORDS && layout.boundsWord() == 1 && layout.boundsWords() == 4;
  }

  /**
   * Returns the number of words between a record's head and its first entry, or -1 if records of
   * this kind have no entries.
   */
  static int wordsBefore(ChangeKind kind) {
    if (kind == null) {
      return -1;
    }
    return switch (kind) {
      case ADD, CHANGE -> 0;
      case CREATE, REPLACE -> NodeView.HEADER_WORDS;
      default -> -1;
    };
  }

  /**
   * Returns the number of entries of a record.
   *
   * @param count the count in the head of the record, whose meaning depends on the kind
   */
  static int entries(ChangeKind kind, int count) {
    return kind.isContent() ? count : 1;
  }

  /** Returns the number of words of an entry in a form, {@link #POINTS} or {@link #BOXES}. */
  public static int words(int form) {
    return form == POINTS ? 2 : 3;
  }

  /**
   * Returns the form that represents the entries exactly: {@link #POINTS}, {@link #BOXES}, or 0 if
   * there is none.
   */
  public static int of(long[] words, int at, int count) {
    boolean points = true;
    for (int i = at; i < at + count * WORDS; i += WORDS) {
      points &= words[i + UPPER] == words[i + 1] && words[i + UPPER + 1] == words[i + 2];
      boolean floats =
          isFloat(words[i + 1])
              && isFloat(words[i + 2])
              && (points || isFloat(words[i + UPPER]) && isFloat(words[i + UPPER + 1]));
      if (!floats) {
        return 0;
      }
    }
    return points ? POINTS : BOXES;
  }

  private static boolean isFloat(long bits) {
    double value = Double.longBitsToDouble(bits);
    return Double.doubleToRawLongBits((float) value) == bits;
  }

  /** Writes an entry. Returns the index after its words. */
  public static int write(int form, long[] entry, int at, long[] into, int to) {
    into[to] = entry[at];
    into[to + 1] = corner(entry, at + 1);
    if (form == BOXES) {
      into[to + 2] = corner(entry, at + UPPER);
    }
    return to + words(form);
  }

  private static long corner(long[] entry, int at) {
    long x = bits(entry[at]);
    long y = bits(entry[at + 1]);
    return x >>> HALF << 3 * HALF | y >>> HALF << 2 * HALF | (x & LOW) << HALF | y & LOW;
  }

  private static long bits(long real) {
    return Float.floatToRawIntBits((float) Double.longBitsToDouble(real)) & 0xFFFFFFFFL;
  }

  /** Reads an entry. */
  public static void read(int form, long[] words, int from, long[] into, int at) {
    into[at] = words[from];
    readCorner(words[from + 1], into, at + 1);
    readCorner(words[from + words(form) - 1], into, at + UPPER);
  }

  private static void readCorner(long corner, long[] into, int at) {
    into[at] = real(corner >>> 3 * HALF << HALF | corner >>> HALF & LOW);
    into[at + 1] = real((corner >>> 2 * HALF & LOW) << HALF | corner & LOW);
  }

  private static long real(long bits) {
    return Double.doubleToRawLongBits(Float.intBitsToFloat((int) bits));
  }
}
