package org.flashgrove.storage.framelog;

/**
 * Position after a frame in a log file. The number of the file's first frame identifies the rewrite
 * that wrote the file, because each rewrite of a log begins with another frame number.
 *
 * @param first number of the first frame of the file
 * @param frame number of the frame, or {@code first - 1} at the start of the file
 * @param end offset after the frame
 */
record LogPosition(long first, long frame, long end) {
  /** Returns the position before the first frame. */
  static LogPosition start(long first) {
    return new LogPosition(first, first - 1, LogFormat.HEADER_BYTES);
  }

  /**
   * Returns whether this is a position in a file whose first frame has number {@code firstOfFile}
   * and whose size is {@code fileBytes}.
   */
  boolean isIn(long firstOfFile, long fileBytes) {
    return first == firstOfFile && end <= fileBytes;
  }
}
