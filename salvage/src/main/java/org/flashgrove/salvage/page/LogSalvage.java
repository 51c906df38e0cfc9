package org.flashgrove.salvage.page;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.framelog.FrameReader;

/**
 * Finds the valid frames of a possibly damaged log, in ascending order of their numbers, and the
 * numbers of missing frames.
 *
 * <p>Frames after a gap are used only if the first missing frame is known to have been durable.
 * Otherwise they are a torn tail: frames that a crash left incomplete, which are ignored when a
 * store is opened, too. A torn tail and damaged frames at the end look the same unless something
 * else in the log refers to these frames. {@link #tornBytes} reports bytes at the end that may be
 * either.
 *
 * <p>This class never writes. It keeps one frame in memory at a time, and reads the file a few
 * times.
 */
public final class LogSalvage implements AutoCloseable {
  private static final int SEARCH_BOUND = 8;
  private static final int SKIPPED_BYTES = 4096;
  private static final int MOST_RANGES = 1_000;

  private final RawFile file;
  private final long storeTag;
  private final long sizeBytes;
  private final List<long[]> missing = new ArrayList<>();
  private long rangesMissing;
  private boolean headerValid;
  private boolean markValid;
  private long headerFirst;
  private long firstFrame;
  private long lastFrame;
  private long lastMissing;
  private long frames;
  private long durable;
  private long cutAt = Long.MAX_VALUE;
  private long unreadableBytes;
  private long tornBytes;
  private boolean hasAppended;
  private boolean gaveUp;

  private LogSalvage(RawFile file, long storeTag) {
    this.file = file;
    this.storeTag = storeTag;
    sizeBytes = file.sizeBytes();
  }

  /**
   * Opens a log for reading, and searches it for frames.
   *
   * @param storeTag tag that frames of the store contain
   */
  public static LogSalvage open(StoreDirectory directory, String name, long storeTag) {
    RawFile file = directory.openForReading(name, RawFile.Caching.BUFFERED);
    LogSalvage log = new LogSalvage(file, storeTag);
    boolean opened = false;
    try {
      log.look();
      opened = true;
    } finally {
      if (!opened) {
        file.close();
      }
    }
    return log;
  }

  /** Receives valid frames. */
  @FunctionalInterface
  private interface Found {
    void frame(long offset, FrameReader reader);
  }

  private void look() {
    FrameReader header = new FrameReader(file, storeTag, sizeBytes, 0);
    readHeader(header);
    long[] state = {headerValid ? headerFirst - 1 : -1, FrameReader.FIRST_FRAME};
    walk((offset, reader) -> durable = Math.max(durable, reader.durableClaim()));
    walk(
        (offset, reader) -> {
          long number = reader.number();
          if (state[0] >= 0 && number != state[0] + 1) {
            if (durable < state[0] + 1) {
              cutAt = Math.min(cutAt, state[0] + 1);
            } else {
              miss(state[0] + 1, number - 1);
            }
          }
          if (number < cutAt) {
            firstFrame = frames == 0 ? number : firstFrame;
            unreadableBytes += offset - state[1];
            state[1] = offset + reader.frameBytes();
            lastFrame = reader.lastNumber();
            hasAppended |= reader.isAppended();
            frames += reader.lastNumber() - number + 1;
          }
          state[0] = reader.lastNumber();
        });
    long behind = contentBehind(state[1]);
    if (durable > lastFrame) {
      miss(lastFrame + 1, durable);
      unreadableBytes += behind;
    } else {
      tornBytes = behind;
    }
  }

  /**
   * Returns the number of bytes from the position {@code end} to the last nonzero byte of the file.
   */
  private long contentBehind(long end) {
    try {
      return new FrameReader(file, storeTag, sizeBytes, 0).endOfContent(end) - end;
    } catch (StoreIoException e) {
      return sizeBytes - end;
    }
  }

  private void readHeader(FrameReader reader) {
    try {
      headerFirst = reader.readHeader();
      headerValid = true;
      durable = headerFirst + reader.readRewritten() - 1;
    } catch (DamagedStoreException | StoreIoException e) {
      headerValid = false;
    }
    try {
      durable = Math.max(durable, reader.readMark());
      markValid = reader.isMarkIntact();
    } catch (StoreIoException e) {
      headerValid = false;
    }
  }

  private void miss(long from, long to) {
    lastMissing = Math.max(lastMissing, to);
    if (rangesMissing++ < MOST_RANGES) {
      missing.add(new long[] {from, to});
    }
  }

  /**
   * Visits the valid frames in the order of the file. Skips a frame whose number is not greater
   * than the number of the previous frame. Stops if the search takes too long.
   */
  private void walk(Found found) {
    FrameReader reader = new FrameReader(file, storeTag, sizeBytes, 0);
    long bound = SEARCH_BOUND * sizeBytes;
    long offset = FrameReader.FIRST_FRAME;
    long last = 0;
    while (offset < sizeBytes && reader.checkedBytes() <= bound) {
      boolean valid;
      try {
        valid = reader.frameAt(offset) && reader.number() > last;
      } catch (StoreIoException e) {
        offset = (offset / SKIPPED_BYTES + 1) * SKIPPED_BYTES;
        continue;
      }
      if (valid) {
        last = reader.lastNumber();
        found.frame(offset, reader);
        offset += reader.frameBytes();
      } else {
        offset += Long.BYTES;
      }
    }
    gaveUp |= reader.checkedBytes() > bound;
  }

  /** Visits the valid frames, except frames in the torn tail, which a crash left incomplete. */
  public void visit(AppendLog.FrameVisitor visitor) {
    walk(
        (offset, reader) -> {
          if (reader.number() < cutAt) {
            reader.visit(offset, visitor);
          }
        });
  }

  /** Returns whether the header of the file is intact. */
  public boolean isHeaderValid() {
    return headerValid;
  }

  /** Returns the size of the file in bytes. */
  public long sizeBytes() {
    return sizeBytes;
  }

  /**
   * Returns whether the durable mark in the header is intact. The mark says which frames are
   * durable, and has a checksum of its own.
   */
  public boolean isMarkValid() {
    return markValid;
  }

  /** Returns the number of valid frames. */
  public long frames() {
    return frames;
  }

  /** Returns the number of the first valid frame, 0 if there is none. */
  public long firstFrame() {
    return firstFrame;
  }

  /** Returns the number of the last valid frame, 0 if there is none. */
  public long lastFrame() {
    return lastFrame;
  }

  /**
   * Returns the number of the last missing frame that is known to have been durable, or 0 if no
   * such frame is known.
   */
  public long lastMissing() {
    return lastMissing;
  }

  /**
   * Returns the ranges of missing frames, each as the numbers of its first and last frame. If there
   * are many ranges, returns only the first ones.
   */
  public List<long[]> missing() {
    return List.copyOf(missing);
  }

  /** Returns the number of bytes that belong to no valid frame, without {@link #tornBytes}. */
  public long unreadableBytes() {
    return unreadableBytes;
  }

  /**
   * Returns the number of bytes after the last valid frame. These bytes are either frames that a
   * crash left incomplete, or damaged frames that may have been durable. Returns 0 if it is known
   * that the frames were durable, because they are then reported as missing.
   */
  public long tornBytes() {
    return tornBytes;
  }

  /**
   * Returns whether frames that a rewrite of the log made durable may be missing after the last
   * valid frame. The number of these frames is only in the header, so they may be missing unnoticed
   * if the header is damaged. They cannot be missing if a frame was found that was appended after
   * the rewrite.
   */
  public boolean mayLackRewritten() {
    return !headerValid && !hasAppended;
  }

  /**
   * Returns whether the search for frames ended before the end of the file, because too many
   * positions looked like the start of a frame.
   */
  public boolean gaveUp() {
    return gaveUp;
  }

  @Override
  public void close() {
    file.close();
  }
}
