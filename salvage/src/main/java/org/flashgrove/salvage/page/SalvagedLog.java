package org.flashgrove.salvage.page;

import java.util.function.Consumer;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.StoreLog;

/**
 * Remaining log of a damaged store. Knows the valid frames, the last missing frame, and the newest
 * commit that left a trace. Frames, pages and the page map may reveal that a frame is missing.
 *
 * <p>A log without commits ({@link org.flashgrove.storage.log.SyncMode#BARRIER}) contains states,
 * which are the frames that a checkpoint wrote. Only the frames of one state are used. They get the
 * number of the newest commit in the state.
 *
 * <p>Methods are called in this order: {@link #newestCheckpoint} for the page map, {@link
 * #findState}, {@link #visit}, {@link #reportLosses}; after them {@link #lastMissing} and {@link
 * #newestFrame} are known.
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
   * Creates the salvage of a log, and searches it for checkpoints.
   *
   * @param log the frames that remain, or null if there is no log
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
   * Returns whether a move, which is a log record of a page's new slot, overrides the page map. It
   * does if the move is later than the checkpoint of the map, or if the map's entry of the page is
   * lost.
   */
  public boolean isNewer(long moveFrame, long pageId, MapSalvage map) {
    return moveFrame > frameOf(map) || !map.isConfirmed(pageId);
  }

  /**
   * Returns the number of the newest frame whose moves a page map contains. The number is taken
   * from the superblock, or otherwise from the log. Returns -1 if neither contains it.
   */
  private long frameOf(MapSalvage map) {
    boolean isNamed = newestCheckpoint > 0 && newestCheckpoint == map.newestMet();
    return map.frame() < 0 && isNamed ? checkpointFrame : map.frame();
  }

  /**
   * Finds out whether the log contains commits or states, which are the frames that a checkpoint
   * wrote. If it contains states, chooses the state that belongs to the superblock, or the last
   * state if no state does.
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

  /** Returns whether the log contains states, which checkpoints wrote, instead of commits. */
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
   * Visits the frames of the log. If the log contains states, visits only the frames of the chosen
   * state.
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

  /** Records that a valid frame has impossible content, so that it is treated as missing. */
  public void miss(long frame) {
    lastMissing = Math.max(lastMissing, frame);
  }

  /** Records that every frame may be missing. */
  public void missAll() {
    miss(Long.MAX_VALUE);
  }

  /**
   * Reports the lost parts of the log to the consumer of losses.
   *
   * @param isStartKnown whether frames before the first remaining frame cannot matter
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
   * Reports a loss if the end of the log is lost. A log that has lost its end looks like a log with
   * a torn tail, but versions of pages may show that the log was longer. Pages that are written in
   * place are written after the log was drained, and a checkpoint syncs the log first.
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
   * Returns the number of the newest frame that has left any trace. It is the number of the newest
   * commit or of a later frame. Returns 0 if there is no log.
   */
  public long newestFrame() {
    return newestFrame;
  }

  /**
   * Returns the number of the last missing frame, or 0 if none is missing. An image that contains
   * all changes up to this frame is not affected by the missing frames.
   */
  public long lastMissing() {
    return lastMissing;
  }
}
