package org.flashgrove.rawflash.micro;

import java.nio.ByteBuffer;
import org.flashgrove.core.index.TimedRecord;

/**
 * A record that a search has found. It is valid until the visitor that receives it returns.
 *
 * <p>A record of {@link MicroHash} is a time, a key and a value. A record of {@link MicroGf} is a
 * time, an id as key, and a point.
 */
public final class MicroRecord implements TimedRecord {
  final long[] words;
  private long ordinal;

  MicroRecord(int wordCount) {
    words = new long[wordCount];
  }

  /**
   * Creates a record that is not stored on a page.
   *
   * @param ordinal number of the record
   * @param words words of the record; not copied
   */
  public MicroRecord(long ordinal, long[] words) {
    this.words = words;
    this.ordinal = ordinal;
  }

  /**
   * Returns the words of the record: the time, the key, then the value or the raw bits of the
   * coordinates. The array is valid as long as the record.
   */
  public long[] words() {
    return words;
  }

  /**
   * Reads the record in a slot of a page.
   *
   * @param firstOrdinal number of the page's first record
   */
  void read(ByteBuffer page, int slot, long firstOrdinal) {
    for (int i = 0; i < words.length; i++) {
      words[i] = page.getLong(Long.BYTES * (slot * words.length + i));
    }
    ordinal = firstOrdinal + slot;
  }

  @Override
  public long ordinal() {
    return ordinal;
  }

  @Override
  public long time() {
    return words[0];
  }

  @Override
  public long key() {
    return words[1];
  }

  @Override
  public long value() {
    return words[2];
  }

  @Override
  public double x() {
    return Double.longBitsToDouble(words[2]);
  }

  @Override
  public double y() {
    return Double.longBitsToDouble(words[3]);
  }
}
