package org.flashgrove.storage.framelog;

import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;

/**
 * Rewrite of a log during appends: a new file is filled next to the log and then replaces it. The
 * monitor of the log's buffers guards the file.
 */
final class StartedRewrite implements AppendLog.Rewrite {
  private final FrameLog log;
  private final AppendBuffers appended;
  private final LogCondition condition;
  private final NewLogFile frames;
  private final int placeType;
  private final long[] placeWords;

  /**
   * Begins to fill a file.
   *
   * @param frames the file, empty
   * @param placeType type of the frame that holds the place of each appended one in the log
   * @param placeWords words of that frame
   */
  StartedRewrite(
      FrameLog log,
      AppendBuffers appended,
      LogCondition condition,
      NewLogFile frames,
      int placeType,
      long[] placeWords) {
    this.log = log;
    this.appended = appended;
    this.condition = condition;
    this.frames = frames;
    this.placeType = placeType;
    this.placeWords = placeWords;
  }

  /** Returns the file; refuses one that is not filled any more. */
  NewLogFile requireStarted() {
    condition.requireUsable();
    if (appended.started() != frames) {
      throw new IllegalStateException("the rewrite has ended (allowed: before its end)");
    }
    return frames;
  }

  @Override
  public void append(int type, long[] words, int length) {
    LogFormat.requireFrame(type, words, length);
    while (!tryAppend(type, words, length)) {
      log.drain();
    }
  }

  private boolean tryAppend(int type, long[] words, int length) {
    synchronized (appended) {
      requireStarted();
      try {
        return appended.appendToStarted(placeType, placeWords, type, words, length);
      } catch (StoreException e) {
        throw condition.fail(e);
      }
    }
  }

  @Override
  public long waitingBytes() {
    synchronized (appended) {
      return frames.waitingBytes();
    }
  }

  @Override
  public void write(int pieceBytes) {
    synchronized (appended) {
      requireStarted();
      try {
        frames.writePiece(pieceBytes);
      } catch (StoreException e) {
        throw condition.fail(e);
      }
    }
  }

  @Override
  public void finish() {
    log.finish(this);
  }

  @Override
  public void abandon() {
    synchronized (appended) {
      if (appended.started() == frames) {
        log.giveStartedUp();
      }
    }
  }
}
