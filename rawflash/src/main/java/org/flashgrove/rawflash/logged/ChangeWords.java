package org.flashgrove.rawflash.logged;

import java.util.Arrays;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.StoreLog;

/**
 * Encodes changes of a μ-tree as words of the log. Each change consists of its kind, the key, and
 * the value (0 for a removal). A checkpoint image, which replaces older frames of the log, gets the
 * changes in sections of limited length.
 */
final class ChangeWords {
  /** Number of words per change. */
  static final int WORDS = 3;

  /** Kind of a change that adds a key or changes its value. */
  static final long PUT = 1;

  /** Kind of a change that removes a key. */
  static final long REMOVE = 2;

  private static final int CHANGES_OF_A_SECTION = 1 << 16;

  private final AppendLog.FrameSink checkpointImage;
  private long[] words = new long[16 * WORDS];
  private int length;

  /** Creates a writer that collects the changes of one commit. */
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

  /** Appends the collected changes, if any, to the checkpoint image passed to the constructor. */
  void finish() {
    if (length > 0) {
      checkpointImage.append(StoreLog.CHECKPOINT_IMAGE, words, length);
      length = 0;
    }
  }

  /** Appends the collected changes to the frame of a commit, as one section. */
  void describe(AppendLog.FrameSink section) {
    section.append(StoreLog.CHANGES, words, length);
  }
}
