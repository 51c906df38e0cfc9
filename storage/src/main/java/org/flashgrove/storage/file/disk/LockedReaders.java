package org.flashgrove.storage.file.disk;

import org.flashgrove.storage.file.ReaderPositions;
import org.flashgrove.storage.file.StoreReaders;

/**
 * Readers that register by locking bytes of the lock file. The system removes a reader when its
 * process ends.
 */
final class LockedReaders implements StoreReaders {
  private final LockFile file;

  LockedReaders(LockFile file) {
    this.file = file;
  }

  @Override
  public Mark enter(long frame) {
    return new LockedMark(LockFile.ENTERING + frame);
  }

  @Override
  public ReaderPositions positions(long newestFrame) {
    return file.positions(newestFrame);
  }

  /** Registration of a reader, represented by a locked byte. */
  private final class LockedMark implements Mark {
    private long offset;
    private boolean closed;

    LockedMark(long offset) {
      this.offset = offset;
      file.mark(offset);
    }

    @Override
    public synchronized void settle(long position) {
      long entered = offset;
      file.mark(LockFile.SETTLED + position);
      offset = LockFile.SETTLED + position;
      file.unmark(entered);
    }

    @Override
    public synchronized void close() {
      if (!closed) {
        closed = true;
        file.unmark(offset);
      }
    }
  }
}
