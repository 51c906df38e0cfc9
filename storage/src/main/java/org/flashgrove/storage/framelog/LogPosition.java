package org.flashgrove.storage.framelog;

/**
 * The end of a frame in a log file. No two rewrites of a log have the same first frame.
 *
 * @param first number of the first frame of the file
 * @param frame number of the frame; one less than {@code first} at the start of the file
 * @param end offset behind the frame
 */
record LogPosition(long first, long frame, long end) {
  /** Returns the position in front of the first frame. */
  static LogPosition start(long first) {
    return new LogPosition(first, first - 1, LogFormat.HEADER_BYTES);
  }

  /** Returns whether this is a position in a file with a first frame and some bytes. */
  boolean isIn(long firstOfFile, long fileBytes) {
    return first == firstOfFile && end <= fileBytes;
  }
}
