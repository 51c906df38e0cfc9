package org.flashgrove.rawflash.logged;

import java.util.Arrays;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.StoreLog;

/**
 * Changes as words of the log: for each change its kind, the key, and the value or 0. In a
 * checkpoint image they are appended in sections of limited length.
 */
final class ChangeWords {
  /** Words of a change. */
  static final int WORDS = 3;

  /** The key has the value. */
  static final long PUT = 1;

  /** The key has no entry. */
  static final long REMOVE = 2;

  private static final int CHANGES_OF_A_SECTION = 1 << 16;

  private final AppendLog.FrameSink checkpointImage;
  private long[] words = new long[16 * WORDS];
  private int length;

  /** Collects the changes of a commit. */
  ChangeWords() {
    this(null);
  }

  /** Creates a writer that appends changes to a checkpoint image. */
  ChangeWords(AppendLog.FrameSink checkpointImage) {
    this.checkpointImage = checkpointImage;
  }

  void add(long key, boolean isPresent, long value) {
    if (checkpointImage != null && length == CHANGES_OF_A_SECTION * WORDS) {
      finish();
    }
    if (length == words.length) {
      words = Arrays.copyOf(words, 2 * length);
    }
    words[length] = isPresent ? PUT : REMOVE;
    words[length + 1] = key;
    words[length + 2] = value;
    length += WORDS;
  }

  /** Appends the collected changes to the checkpoint image. */
  void finish() {
    if (length > 0) {
      checkpointImage.append(StoreLog.CHECKPOINT_IMAGE, words, length);
      length = 0;
    }
  }

  /** Appends the section of a commit. */
  void describe(AppendLog.FrameSink section) {
    section.append(StoreLog.CHANGES, words, length);
  }
}
