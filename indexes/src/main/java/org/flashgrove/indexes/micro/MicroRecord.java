package org.flashgrove.indexes.micro;

/**
 * A record that a search has found: valid until its visitor returns.
 *
 * <p>A record of {@link MicroHash} is a time, a key and a value; one of {@link MicroGf} a time, an
 * id as key, and a point.
 */
public final class MicroRecord {
  final long[] words;
  private long ordinal;

  MicroRecord(int wordCount) {
    words = new long[wordCount];
  }

  /**
   * Creates a record that is nowhere yet.
   *
   * @param ordinal its number
   * @param words its words, not copied
   */
  public MicroRecord(long ordinal, long[] words) {
    this.words = words;
    this.ordinal = ordinal;
  }

  /** Returns its words, the time first, coordinates by their bits; valid as long as it is. */
  public long[] words() {
    return words;
  }

  void ordinal(long number) {
    ordinal = number;
  }

  /** Returns its number: records are counted from 0 in the order in which they were appended. */
  public long ordinal() {
    return ordinal;
  }

  /** Returns its time. */
  public long time() {
    return words[0];
  }

  /** Returns its key or id. */
  public long key() {
    return words[1];
  }

  /** Returns the value of a record of {@link MicroHash}. */
  public long value() {
    return words[2];
  }

  /** Returns the x coordinate of a record of {@link MicroGf}. */
  public double x() {
    return Double.longBitsToDouble(words[2]);
  }

  /** Returns the y coordinate of a record of {@link MicroGf}. */
  public double y() {
    return Double.longBitsToDouble(words[3]);
  }
}
