package org.flashgrove.storage.framelog;

import java.util.Map;
import org.flashgrove.core.failure.DamagedStoreException;

/**
 * Scans a log when it is opened. Finds the end of the valid frames. Then decides whether a crash
 * left an incomplete frame after them or the log is damaged.
 *
 * <p>An invalid frame is damage if it is known to have been durable. The header, the durable mark,
 * or the durable lag of a later valid frame can prove this; see {@link LogFormat}. The existence of
 * a later valid frame alone proves nothing, because a power cut may lose one unsynced write and
 * keep a later one.
 *
 * <p>A durable mark with a wrong checksum is also damage, because without a mark nobody would
 * notice that frames at the end are missing. The mark lies within one sector, so a crash cannot
 * leave it half written. Only a write that the device reported as failed can leave it half written.
 * The mark then consists of a new number and the checksum of an earlier mark. The scan accepts this
 * mark if all frames up to the new number exist.
 */
final class LogScan {
  /**
   * Factor that limits the search for later frames. The search ends when the bytes over which
   * checksums were computed exceed {@code SEARCH_BOUND} times the file length.
   */
  private static final int SEARCH_BOUND = 8;

  /** Distance in bytes between the frames whose positions the scan stores. */
  private static final long PLACE_BYTES = 1 << 20;

  private final FrameReader reader;
  private final long fileBytes;
  private long firstFrame;
  private long lastFrame;
  private long endOffset;
  private long tornBytes;
  private long mark;

  LogScan(FrameReader reader, long fileBytes) {
    this.reader = reader;
    this.fileBytes = fileBytes;
  }

  /**
   * Scans the file.
   *
   * @param known position of a frame, if this frame and all frames before it are known to be valid;
   *     otherwise null
   * @param places receives the positions of the last frame and of some earlier frames, by frame
   *     number
   * @throws DamagedStoreException if durable frames are missing
   */
  void run(LogPosition known, Map<Long, LogPosition> places) {
    firstFrame = reader.readHeader();
    mark = Math.max(reader.readMark(), firstFrame + reader.readRewritten() - 1);
    LogPosition start = known == null ? LogPosition.start(firstFrame) : known;
    long expected = start.frame() + 1;
    long offset = start.end();
    long placed = offset;
    while (offset < fileBytes && reader.frameAt(offset) && reader.number() == expected) {
      offset += reader.frameBytes();
      expected = reader.lastNumber() + 1;
      if (offset - placed >= PLACE_BYTES) {
        places.put(expected - 1, new LogPosition(firstFrame, expected - 1, offset));
        placed = offset;
      }
    }
    lastFrame = expected - 1;
    endOffset = offset;
    places.put(lastFrame, end());
    if (mark > lastFrame) {
      throw missing(expected, "although frame " + mark + " was durable");
    }
    if (!reader.isMarkIntact() && !reader.isMarkHalfWritten(firstFrame - 1, lastFrame)) {
      throw reader.damaged(
          LogFormat.AT_MARK,
          "checksum of the durable mark does not match, so frames after frame "
              + lastFrame
              + " may be missing; salvage the store");
    }
    searchBehind(expected);
    tornBytes = reader.endOfContent(endOffset) - endOffset;
  }

  /**
   * Searches the bytes after the last valid frame for a later valid frame. The durable lag of such
   * a frame can prove that frames before it were durable and are missing now.
   */
  private void searchBehind(long expected) {
    long bound = reader.checkedBytes() + SEARCH_BOUND * fileBytes;
    long offset = endOffset;
    while (offset < fileBytes) {
      if (reader.frameAt(offset)) {
        if (reader.number() > expected && reader.durableClaim() >= expected) {
          throw missing(
              expected, "but frame " + reader.number() + " was written after it was durable");
        }
        offset += reader.frameBytes();
      } else {
        offset = reader.skipZeros(offset + LogFormat.WORD);
      }
      if (reader.checkedBytes() > bound) {
        throw missing(expected, "and what follows looks like frames everywhere");
      }
    }
  }

  private DamagedStoreException missing(long expected, String proof) {
    return reader.damaged(endOffset, "frame " + expected + " is not valid, " + proof);
  }

  long firstFrame() {
    return firstFrame;
  }

  long lastFrame() {
    return lastFrame;
  }

  /** Returns the position after the last valid frame. */
  LogPosition end() {
    return new LogPosition(firstFrame, lastFrame, endOffset);
  }

  /** Returns how frames that are written together may be stored in this log. */
  FramePacking packing() {
    return reader.packing();
  }

  /** Returns whether an earlier version of this library wrote the log. */
  boolean isOfOlderFormat() {
    return reader.isOfOlderFormat();
  }

  /** Returns the offset after the last valid frame. */
  long endOffset() {
    return endOffset;
  }

  /** Returns the number of bytes from the end of the last valid frame to the last nonzero byte. */
  long tornBytes() {
    return tornBytes;
  }

  /** Returns the number of the newest frame that was durable according to the file header. */
  long mark() {
    return mark;
  }
}
