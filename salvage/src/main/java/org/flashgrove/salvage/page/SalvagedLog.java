package org.flashgrove.salvage.page;

import java.util.function.Consumer;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.StoreLog;

/**
 * Remaining log of a damaged store. It tells which frames are valid, which missing frame is the
 * last one, and which commit is the newest one that has left any trace. A missing frame can be
 * noticed by its number, or because a page or the page map refers to it.
 *
 * <p>With {@link org.flashgrove.storage.log.SyncMode#BARRIER}, the log contains states instead of
 * commits. A state is the group of frames that a checkpoint wrote, and it describes the whole
 * content of the store at the time of the checkpoint. Only the frames of one state are used. The
 * number of the state's newest commit counts as the number of each of these frames.
 *
 * <p>Methods must be called in this order: {@link #newestCheckpoint}, {@link #findState}, {@link
 * #visit}, {@link #reportLosses}. Only then are {@link #lastMissing} and {@link #newestFrame}
 * known.
 */
public final class SalvagedLog {
  private static final long NONE = -1;

  private final LogSalvage log;
  private final Consumer<String> losses;
  private long newestCheckpoint;
  private long checkpointFrame;
  private long state = NONE;
  private long stateCommit;
  private long stateFrames;
  private long stateFramesLeft;
  private boolean isUnsettled;
  private boolean isOfState;
  private long newestFrame;
  private long lastMissing;

  /**
   * Creates the salvage of a log, and searches the log for checkpoints.
   *
   * @param log reads the remaining frames, or null if there is no log
   * @param losses receives a message for each loss
   */
  public SalvagedLog(LogSalvage log, Consumer<String> losses) {
    this.log = log;
    this.losses = losses;
    if (log != null) {
      log.visit(this::noteCheckpoint);
    }
  }

  private void noteCheckpoint(long number, int type, long[] words, int length) {
    if (type == StoreLog.CHECKPOINT && length >= 1 && words[0] >= newestCheckpoint) {
      newestCheckpoint = words[0];
      checkpointFrame = number;
    }
  }

  /** Returns the sequence number of the newest checkpoint in the log, or 0 if there is none. */
  public long newestCheckpoint() {
    return newestCheckpoint;
  }

  /**
   * Returns whether the log record of a page's new slot (a move) is newer than the page map's entry
   * of the page. This is so if the move follows the checkpoint that wrote the map, or if the map's
   * entry is lost.
   *
   * @param moveFrame number of the frame with the move
   */
  public boolean isNewer(long moveFrame, long pageId, MapSalvage map) {
    return moveFrame > frameOf(map) || !map.isConfirmed(pageId);
  }

  /**
   * Returns the number of the newest frame whose moves (log records of new slots of pages) are
   * contained in a page map. The number comes from the superblock, or from the log if there is no
   * superblock. Returns -1 if it is unknown.
   */
  private long frameOf(MapSalvage map) {
    boolean isNamed = newestCheckpoint > 0 && newestCheckpoint == map.newestMet();
    return map.frame() < 0 && isNamed ? checkpointFrame : map.frame();
  }

  /**
   * Finds out whether the log contains commits, or states, which are groups of frames that
   * checkpoints wrote. If it contains states, chooses the state that belongs to the superblock. If
   * no state belongs to it, chooses the last state.
   *
   * @param sequence sequence number of the newest superblock; 0 with {@code placement=home}; -1 if
   *     unknown
   */
  public void findState(long sequence) {
    if (log == null) {
      return;
    }
    boolean[] isOfSequence = {false};
    log.visit(
        (number, type, words, length) -> {
          if (type == StoreLog.STATE && length >= StoreLog.OLD_STATE_WORDS) {
            boolean counts = words[0] == sequence || !isOfSequence[0];
            if (counts) {
              state = number;
              stateCommit = words[1];
              stateFrames = StoreLog.framesOfState(words, length);
              stateFramesLeft = 0;
            }
            isOfSequence[0] |= words[0] == sequence;
          } else if (state != NONE && number <= state + stateFrames) {
            stateFramesLeft++;
          }
          isUnsettled |= type == StoreLog.UNSETTLED;
        });
  }

  /**
   * Returns whether the log contains states instead of commits. A state is a group of frames that a
   * checkpoint wrote.
   */
  public boolean isState() {
    return state != NONE;
  }

  /**
   * Returns the number of the newest remaining frame, or 0 if no frame remains. If the log contains
   * states instead of commits, returns the number of the newest commit in the chosen state.
   */
  public long lastFrame() {
    return isState() ? stateCommit : log == null ? 0 : log.lastFrame();
  }

  /** Returns whether the log contains all commits since the store was created. */
  public boolean isFromTheStart() {
    return log != null && !isState() && log.firstFrame() == 1;
  }

  /**
   * Returns whether commits after {@link #lastFrame} may be lost, although nothing in the store
   * shows it: the log ends with bytes that are no frame, or its header or its durable mark is
   * damaged.
   */
  public boolean mayLackEnd() {
    return log == null || log.tornBytes() > 0 || !log.isHeaderValid() || !log.isMarkValid();
  }

  /**
   * Visits the frames of the log. If the log contains states instead of commits, visits only the
   * frames of the state that {@link #findState} chose.
   */
  public void visit(AppendLog.FrameVisitor visitor) {
    if (log == null) {
      return;
    }
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
            visitor.frame(stateCommit, type, words, length);
          }
        });
  }

  /**
   * Records that a frame with a valid checksum has impossible content. It is then treated as a
   * missing frame.
   */
  public void miss(long frame) {
    lastMissing = Math.max(lastMissing, frame);
  }

  /** Records that any frame may be missing, so that nothing in the store is certain. */
  public void missAll() {
    miss(Long.MAX_VALUE);
  }

  /**
   * Reports the lost parts of the log, and determines {@link #lastMissing} and {@link
   * #newestFrame}.
   *
   * @param isStartKnown whether frames before the first remaining frame do not matter
   * @param images the intact images of pages
   * @param map the page map, or null if pages are written in place
   */
  public void reportLosses(boolean isStartKnown, ImageIndex images, MapSalvage map) {
    if (log == null) {
      missAll();
      losses.accept("log: there is none");
      return;
    }
    boolean misses = log.lastMissing() > 0;
    newestFrame = misses && !isState() ? Math.max(lastFrame(), log.lastMissing()) : lastFrame();
    miss(misses && isState() ? Long.MAX_VALUE : log.lastMissing());
    reportLostEnd(images, map);
    if (isUnsettled) {
      missAll();
      losses.accept(
          "log: holds no commits, and the store was not closed: nothing shows what is current");
    }
    reportMissing();
    if (log.frames() == 0 && (images.count() > 0 || !log.isHeaderValid())) {
      missAll();
      losses.accept("log: no frame is left");
    } else if (log.firstFrame() > 1 && !log.isHeaderValid() && !isStartKnown && !isState()) {
      miss(log.firstFrame() - 1); // only the header says with which frame the log began
      losses.accept("log: frames up to " + (log.firstFrame() - 1));
    }
  }

  private void reportMissing() {
    if (!log.isHeaderValid() || !log.isMarkValid()) {
      losses.accept(
          "log: the "
              + (log.isHeaderValid() ? "durable mark" : "header")
              + " is damaged: commits behind frame "
              + log.lastFrame()
              + " may be lost");
    }
    log.missing().forEach(range -> losses.accept("log: frames " + range[0] + " to " + range[1]));
    if (isState() && stateFramesLeft < stateFrames) {
      missAll();
      losses.accept(
          "log: "
              + (stateFrames - stateFramesLeft)
              + " of "
              + stateFrames
              + " frames of the newest state");
    }
    // A compaction of pages out of place ends with a CHECKPOINT frame; a STATE frame counts its
    // frames.
    boolean isRewriteWhole = isState() || checkpointFrame > 0 && checkpointFrame == log.lastFrame();
    if (log.mayLackRewritten() && !isRewriteWhole) {
      missAll(); // they were durable, which only the header states
      losses.accept("log: frames behind " + log.lastFrame() + " of what a compaction left");
    }
    if (log.gaveUp()) {
      missAll();
      losses.accept("log: looks like frames everywhere; the search ended");
    }
  }

  /**
   * Reports a loss if the log has lost frames at its end whose changes are contained in pages or in
   * the page map. Without such traces, a log that has lost its end looks like a log whose last
   * frames a crash left incomplete. A page or map that contains a frame's changes proves that the
   * frame was durable, because the log is synced first.
   */
  private void reportLostEnd(ImageIndex images, MapSalvage map) {
    long known = map == null ? images.newestVersion() : map.frame();
    if (known < 0 && map != null && map.newestMet() > newestCheckpoint) {
      known = images.newestVersion();
    }
    if (known > newestFrame) {
      losses.accept("log: frames " + (newestFrame + 1) + " to " + known + ", which pages contain");
      newestFrame = known;
      miss(known);
    }
    if (log.tornBytes() > 0) {
      losses.accept(
          "log: "
              + log.tornBytes()
              + " bytes behind frame "
              + log.lastFrame()
              + ": a crash tore them, or the commits in them are lost");
    }
  }

  /**
   * Returns the number of the newest frame that has left any trace in the store. It is the number
   * of the newest commit or of a later frame. Returns 0 if there is no log.
   */
  public long newestFrame() {
    return newestFrame;
  }

  /**
   * Returns the number of the last missing frame, or 0 if none is missing. Missing frames do not
   * matter for a page image that contains all changes up to this frame.
   */
  public long lastMissing() {
    return lastMissing;
  }
}
