package org.flashgrove.storage.framelog;

import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;

/**
 * Rewrite of a log while appends continue. The rewrite fills a new file, which then replaces the
 * log's file. The monitor of the log's buffers guards the new file.
 *
 * @param frames the new file, which is empty
 * @param placeType type of the placeholder frame that the log gets for each frame of the new file
 * @param placeWords words of the placeholder frame
 */
record StartedRewrite(
    FrameLog log,
    AppendBuffers appended,
    LogCondition condition,
    NewLogFile frames,
    int placeType,
    long[] placeWords)
    implements AppendLog.Rewrite {

  /** Returns the new file. Throws if the rewrite has ended. */
  NewLogFile requireStarted() {
    condition.requireUsable();
    if (appended.started() != frames) {
      throw new IllegalStateException("log rewrite: already ended; start a new rewrite");
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
