package org.flashgrove.rawflash.logged;

import java.util.Arrays;
import org.flashgrove.core.log.AppendLog;

/**
 * Encodes records as words of the log: first the number of the first record, then a flag, then the
 * words of each record. The flag says whether the flash may lack all records before the first one,
 * as in a copy of a store. A checkpoint image, which replaces older frames of the log, gets the
 * records in sections of limited length.
 */
final class RecordWords {
  /** Number of words before the records. */
  static final int HEAD_WORDS = 2;

  private static final int RECORDS_OF_A_SECTION = 1 << 14;

  private final int recordWords;
  private long[] words;
  private int length;

  RecordWords(int recordWords) {
    this.recordWords = recordWords;
    words = new long[HEAD_WORDS + 16 * recordWords];
  }

  /**
   * Begins a section.
   *
   * @param ordinal number of the first record in the section
   * @param beginsFlash whether the flash may lack all records before {@code ordinal}
   */
  void begin(long ordinal, boolean beginsFlash) {
    words[0] = ordinal;
    words[1] = beginsFlash ? 1 : 0;
    length = HEAD_WORDS;
  }

  void add(long[] record) {
    if (length + recordWords > words.length) {
      words = Arrays.copyOf(words, 2 * words.length);
    }
    System.arraycopy(record, 0, words, length, recordWords);
    length += recordWords;
  }

  boolean isFull() {
    return length >= HEAD_WORDS + RECORDS_OF_A_SECTION * recordWords;
  }

  /** Appends the records added since {@link #begin}, if there are any. */
  void finish(int type, AppendLog.FrameSink sink) {
    if (length > HEAD_WORDS) {
      sink.append(type, words, length);
    }
  }
}
