package org.flashgrove.storage.node;

import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.file.LogSalvage;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;

/**
 * The frames of a log that is left that count, under the numbers that versions of images mean. Of a
 * log without commits ({@link SyncMode#BARRIER}) these are the frames of one state, under the
 * number of its commit.
 */
final class SalvagedFrames {
  private static final long NONE = -1;

  private final LogSalvage log;
  private long state = NONE;
  private long commit;
  private boolean isUnsettled;
  private boolean isOfState;

  SalvagedFrames(LogSalvage log) {
    this.log = log;
  }

  /**
   * Finds the state of a superblock, the last one if none is of it, or finds that the log holds
   * commits.
   *
   * @param sequence number of the newest superblock, 0 with {@code placement=home}, -1 if it is not
   *     known
   */
  void findState(long sequence) {
    long[] ofSequence = {NONE, 0};
    log.visit(
        (number, type, words, length) -> {
          if (type == StoreLog.STATE && length >= StoreLog.STATE_WORDS) {
            state = number;
            commit = words[1];
            if (words[0] == sequence) {
              ofSequence[0] = number;
              ofSequence[1] = words[1];
            }
          }
          isUnsettled |= type == StoreLog.UNSETTLED;
        });
    if (ofSequence[0] != NONE) {
      state = ofSequence[0];
      commit = ofSequence[1];
    }
  }

  /** Whether the log holds no commits. */
  boolean isState() {
    return state != NONE;
  }

  /** Whether pages in place were written after the state: there is no commit that they match. */
  boolean isUnsettled() {
    return isUnsettled;
  }

  /** Number of the newest commit or frame that the log holds. */
  long last() {
    return isState() ? commit : log.lastFrame();
  }

  /** Number of the last commit or frame that is missing; 0 if none is. */
  long lastMissing() {
    boolean any = log.lastMissing() > 0;
    return isState() && any ? Long.MAX_VALUE : log.lastMissing();
  }

  /** Whether the log says from its first frame on what there is. */
  boolean isFromTheStart() {
    return !isState() && log.firstFrame() == 1;
  }

  /** Visits the frames. */
  void visit(AppendLog.FrameVisitor visitor) {
    if (!isState()) {
      log.visit(visitor);
      return;
    }
    isOfState = false;
    log.visit(
        (number, type, words, length) -> {
          if (type == StoreLog.STATE) {
            isOfState = number == state;
          } else if (isOfState && type != StoreLog.UNSETTLED) {
            visitor.frame(commit, type, words, length);
          }
        });
  }
}
