package org.flashgrove.storage.log;

import org.flashgrove.storage.log.commit.Commits;

/**
 * Appends the frame of a commit to the log and makes the commit visible. Callers hold the commit
 * lock. They also hold the store lock, except when they call {@link #finish}.
 */
record Publisher(
    StoreLog frames, Commits commits, StoreCondition condition, Checkpoints checkpoints) {

  /**
   * Checks that the changes of a commit fit into one frame of the log.
   *
   * @throws IllegalArgumentException if the commit is too large
   */
  static void requireFrame(Committable[] staged) {
    long words = 1;
    for (Committable part : staged) {
      words += StoreLog.SECTION_HEAD_WORDS + part.operation().stagedWords();
    }
    if (words > StoreLog.MAX_FRAME_WORDS) {
      throw new IllegalArgumentException(
          "commit: needs "
              + words
              + " words of log (allowed: up to "
              + StoreLog.MAX_FRAME_WORDS
              + "); split it into smaller commits");
    }
  }

  /** Appends a frame with the staged changes and publishes them. */
  void publish(Committable... staged) {
    commits.publishing();
    try {
      long newestLive = commits.newestLive();
      for (Committable part : staged) {
        part.preserve(newestLive, commits.newest() + 1);
      }
      long frame = frames.commit(staged);
      boolean done = false;
      try {
        for (Committable part : staged) {
          part.publish(frame);
          part.operation().committed();
        }
        commits.publish(frame);
        done = true;
      } finally {
        if (!done) {
          condition.halfDone();
        }
      }
    } finally {
      commits.published();
    }
  }

  /**
   * Finishes a published commit. Throws if a page could not be written, and compacts the log if the
   * log is too large.
   */
  void finish() {
    condition.requireWritten(); // the commit is in the log, but an earlier page may be lost
    checkpoints.afterCommit();
  }

  /**
   * Runs {@code change}, which changes how a structure stores its entries but not the entries
   * themselves. The change is not a commit. No snapshot is taken while it runs.
   */
  void rearrange(Runnable change) {
    commits.publishing();
    try {
      change.run();
    } finally {
      commits.published();
    }
  }
}
