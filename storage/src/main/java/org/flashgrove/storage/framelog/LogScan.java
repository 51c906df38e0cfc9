package org.flashgrove.storage.framelog;

import org.flashgrove.core.failure.DamagedStoreException;

/**
 * The look through a log when it is opened: where do its valid frames end, and is what follows the
 * torn tail of a crash or damage?
 *
 * <p>It is damage if the first invalid frame is known to have been durable once: by the header, by
 * the mark in it, or by what a valid frame behind it states. A valid frame behind it alone proves
 * nothing: of writes that were never synced, a power cut may lose the first and keep the second.
 *
 * <p>A mark whose checksum does not match is damage, too: it is written within one sector, so that
 * no crash leaves half of it, and without it missing frames at the end would go unnoticed. A write
 * that failed halfway and was reported is no damage: the checksum of the mark before still matches,
 * and both marks name frames that are there.
 */
final class LogScan {
  /** Checksums computed in search of later frames, in lengths of the file, before giving up. */
  private static final int SEARCH_BOUND = 8;

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
   * Looks through the file.
   *
   * @param known a frame of this file up to which the frames are known to be valid, or null
   * @throws DamagedStoreException if frames are missing that were durable
   */
  void run(LogPosition known) {
    firstFrame = reader.readHeader();
    mark = Math.max(reader.readMark(), firstFrame + reader.readRewritten() - 1);
    LogPosition start = known == null ? LogPosition.start(firstFrame) : known;
    long expected = start.frame() + 1;
    long offset = start.end();
    while (offset < fileBytes && reader.frameAt(offset) && reader.number() == expected) {
      offset += reader.frameBytes();
      expected = reader.lastNumber() + 1;
    }
    lastFrame = expected - 1;
    endOffset = offset;
    if (mark > lastFrame) {
      throw missing(expected, "although frame " + mark + " was durable");
    }
    if (!reader.isMarkIntact() && !reader.isMarkHalfWritten(firstFrame - 1, lastFrame)) {
      throw reader.damaged(
          LogFormat.AT_MARK,
          "checksum of the durable mark does not match: nothing else says whether frames behind "
              + lastFrame
              + " are missing (allowed: salvage)");
    }
    searchBehind(expected);
    tornBytes = reader.endOfContent(endOffset) - endOffset;
  }

  /**
   * Searches behind the last valid frame for one whose durable lag shows that frames are missing.
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
        offset += LogFormat.WORD;
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

  /** Returns the place of the last valid frame. */
  LogPosition end() {
    return new LogPosition(firstFrame, lastFrame, endOffset);
  }

  /** Returns the form of frames that the log may contain. */
  FramePacking packing() {
    return reader.packing();
  }

  /** Returns whether an earlier version wrote the log. */
  boolean isOfOlderFormat() {
    return reader.isOfOlderFormat();
  }

  /** Returns the offset behind the last valid frame. */
  long endOffset() {
    return endOffset;
  }

  /** Returns the bytes behind it up to the last that is not zero: those behind are room. */
  long tornBytes() {
    return tornBytes;
  }

  /** Returns the newest frame that the header says was durable. */
  long mark() {
    return mark;
  }
}
