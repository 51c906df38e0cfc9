package org.flashgrove.storage.node.compact;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.storage.node.buffer.ChangeKind;

/**
 * Records of a BRIEF frame whose entries have bounds of floats: each entry is its id and a word for
 * each corner, one for points. A record's code is then that of its {@link ChangeKind}, with {@link
 * #POINTS} or {@link #BOXES} in the four bits above.
 *
 * <p>The bits of the two floats of a corner take turns, 16 of each, highest first: corners that lie
 * near each other differ in the lower bits alone.
 */
public final class FloatForm {
  /** The entries' upper corners are their lower ones. */
  public static final int POINTS = 0x10;

  /** The entries have two corners. */
  public static final int BOXES = 0x20;

  /** Mask of the flags in a code that are not the kind. */
  public static final int MASK = POINTS | BOXES;

  private static final int WORDS = 5;
  private static final int UPPER = 3;
  private static final int HALF = 16;
  private static final long LOW = 0xFFFF;

  private FloatForm() {}

  /** Returns whether entries of a layout may stand in this form: an id and a rectangle. */
  static boolean suits(NodeLayout layout) {
    return layout.words() == WORDS && layout.boundsWord() == 1 && layout.boundsWords() == 4;
  }

  /** Returns the words before the entries of a record behind its head, or -1 if it has none. */
  static int wordsBefore(ChangeKind kind) {
    if (kind == null) {
      return -1;
    }
    switch (kind) {
      case ADD:
      case CHANGE:
        return 0;
      case CREATE:
      case REPLACE:
        return NodeView.HEADER_WORDS;
      default:
        return -1;
    }
  }

  /** Returns the entries of a record that has such, of the count in its head. */
  static int entries(ChangeKind kind, int count) {
    return kind.isContent() ? count : 1;
  }

  /** Returns the words of an entry. */
  public static int words(int form) {
    return form == POINTS ? 2 : 3;
  }

  /**
   * Returns the form that holds entries exactly: {@link #POINTS}, {@link #BOXES}, or 0 for none.
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

  /** Writes an entry; returns where its words end. */
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
