package org.flashgrove.storage.framelog;

/**
 * Frames of a log that wait in memory, in two alternating buffers: appends fill one while the other
 * is written. While a replacement of the log is being filled, each frame is also appended to it.
 *
 * <p>The monitor of this object guards the buffers. A thread that writes to the file acquires it
 * last.
 */
final class AppendBuffers {
  /** No frame was appended. */
  static final long NONE = -1;

  private static final int BUFFER_BYTES = 1 << 18;

  private final long storeTag;
  private FrameBuffer buffer;
  private FrameBuffer spare;
  private FramePacking form;

  /** Bytes of frames; filler is left out as far as this object's log wrote it. */
  private volatile long sizeBytes;

  private volatile long lastFrame;
  private volatile long durableFrame;

  /** A file that is filled beside the log's and is to replace it, or null. */
  private NewLogFile started;

  /** Values of {@link #lastFrame} and {@link #sizeBytes} when a buffer was last taken. */
  private long takenFrame;

  private long takenBytes;

  /**
   * Creates empty buffers of a log without frames.
   *
   * @param form form of frames that are written together
   */
  AppendBuffers(long storeTag, FramePacking form) {
    this.storeTag = storeTag;
    allocate(form);
  }

  private void allocate(FramePacking newForm) {
    buffer = new FrameBuffer(BUFFER_BYTES, storeTag, newForm);
    spare = new FrameBuffer(BUFFER_BYTES, storeTag, newForm);
    form = newForm;
  }

  long lastFrame() {
    return lastFrame;
  }

  long durableFrame() {
    return durableFrame;
  }

  long sizeBytes() {
    return sizeBytes;
  }

  /** Returns the bytes of frames that wait. */
  synchronized int waitingBytes() {
    return buffer.filledBytes();
  }

  /** Reports that all frames up to one are durable. */
  void durable(long frame) {
    durableFrame = frame;
  }

  /** Returns whether a buffer that is empty has room for a frame. */
  boolean isEverLargeEnough(int length) {
    return spare.isEverLargeEnough(length);
  }

  /** Goes on behind a frame, with nothing waiting: what was waiting is in no file any more. */
  synchronized void restart(long last, long bytes, FramePacking newForm) {
    if (form != newForm) {
      allocate(newForm);
    }
    buffer.clear();
    lastFrame = last;
    sizeBytes = bytes;
    durableFrame = last;
  }

  /** Appends a frame and returns its number, or {@link #NONE} if there is no room for it. */
  synchronized long append(int type, long[] words, int length) {
    if (!appendToBuffer(type, words, length)) {
      return NONE;
    }
    appendToStarted(type, words, length);
    return lastFrame;
  }

  /**
   * Appends a frame to the file that is being filled, and another one, which holds its place, to
   * the log.
   *
   * @return whether there was room
   */
  synchronized boolean appendToStarted(
      int placeType, long[] placeWords, int type, long[] words, int length) {
    if (!appendToBuffer(placeType, placeWords, placeWords.length)) {
      return false;
    }
    appendToStarted(type, words, length);
    return true;
  }

  private boolean appendToBuffer(int type, long[] words, int length) {
    long number = lastFrame + 1;
    int before = buffer.filledBytes();
    if (!buffer.append(number, type, number - durableFrame, words, length)) {
      return false;
    }
    sizeBytes += buffer.filledBytes() - before;
    lastFrame = number;
    return true;
  }

  private void appendToStarted(int type, long[] words, int length) {
    if (started != null) {
      started.append(type, words, length);
    }
  }

  /**
   * Writes a frame that is larger than a buffer straight to the file. Nothing waits, and the caller
   * holds the lock to write to the file.
   */
  long appendLarge(LogFile file, int type, long[] words, int length) {
    long number = lastFrame + 1;
    long shape = LogFormat.shapeWord(type, number - durableFrame, length);
    file.writeLarge(spare, number, shape, words, length);
    synchronized (this) {
      sizeBytes += LogFormat.frameBytes(length);
      lastFrame = number;
      appendToStarted(type, words, length);
    }
    return number;
  }

  /**
   * Takes the filled buffer, to be written before the next one is taken; returns null if nothing
   * waits. The caller holds the lock to write to the file.
   */
  synchronized FrameBuffer take() {
    if (buffer.filledBytes() == 0) {
      return null;
    }
    FrameBuffer full = buffer;
    buffer = spare;
    spare = full;
    takenFrame = lastFrame;
    takenBytes = sizeBytes;
    return full;
  }

  /** Returns the number of the newest frame in the buffer that was taken last. */
  long takenFrame() {
    return takenFrame;
  }

  /** Returns the bytes of all frames up to the buffer that was taken last. */
  long takenBytes() {
    return takenBytes;
  }

  /** Returns the file that is being filled, or null. */
  synchronized NewLogFile started() {
    return started;
  }

  /** Begins, or ends with null, to fill a file. */
  synchronized void setStarted(NewLogFile file) {
    started = file;
  }
}
