package org.flashgrove.storage.framelog;

/**
 * Holds two buffers for frames that are not written to the log file yet. Appends fill one buffer
 * while a thread writes the other to the file. While a rewrite of the log is running, each frame is
 * also appended to the new file.
 *
 * <p>The monitor of this object guards the buffers. A thread that writes to the file acquires the
 * monitor after all other locks.
 */
final class AppendBuffers {
  /** Value that {@link #append} returns if it did not append the frame. */
  static final long NONE = -1;

  private static final int BUFFER_BYTES = 1 << 18;

  private final long storeTag;
  private FrameBuffer buffer;
  private FrameBuffer spare;
  private FramePacking form;

  /**
   * Size in bytes of all frames in the file and in the buffers. It includes only the padding that
   * was already in the file when the log was opened.
   */
  private volatile long sizeBytes;

  private volatile long lastFrame;
  private volatile long durableFrame;

  /**
   * New file that a running rewrite fills and that will replace the log's file. Null if no rewrite
   * is running.
   */
  private NewLogFile started;

  /** Number of the newest appended frame when {@link #take} last returned a buffer. */
  private long takenFrame;

  private long takenBytes;

  /**
   * Creates empty buffers for a log without frames.
   *
   * @param form how frames that are written together are stored
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

  /** Returns the number of bytes in the frames that are not written to the file yet. */
  synchronized int waitingBytes() {
    return buffer.filledBytes();
  }

  /** Notes that all frames up to {@code frame} are durable. */
  void durable(long frame) {
    durableFrame = frame;
  }

  /** Returns whether an empty buffer can hold a frame of {@code length} words. */
  boolean isEverLargeEnough(int length) {
    return spare.isEverLargeEnough(length);
  }

  /**
   * Continues with a file that replaces the log's file. Discards the buffered frames, which were
   * meant for the replaced file.
   *
   * @param last number of the newest frame in the new file
   * @param bytes size of the new file's frames in bytes
   */
  synchronized void restart(long last, long bytes, FramePacking newForm) {
    if (form != newForm) {
      allocate(newForm);
    }
    buffer.clear();
    lastFrame = last;
    sizeBytes = bytes;
    durableFrame = last;
  }

  /** Appends a frame. Returns its number, or {@link #NONE} if the buffer has no room. */
  synchronized long append(int type, long[] words, int length) {
    if (!appendToBuffer(type, words, length)) {
      return NONE;
    }
    appendToStarted(type, words, length);
    return lastFrame;
  }

  /**
   * Appends a frame to the new file of a running rewrite. Also appends a placeholder frame to the
   * log, so that the next frame gets the same number in both files.
   *
   * @return whether the buffer had room
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
   * Writes a frame that is larger than a buffer directly to the file. The caller holds the I/O
   * lock, and both buffers must be empty.
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
   * Returns the buffer that appends have filled, and makes appends fill the other buffer. Returns
   * null if no frame needs to be written. The caller holds the I/O lock, and writes the buffer
   * before it calls this method again.
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

  /** Returns the number of the newest frame in the buffer that {@link #take} returned last. */
  long takenFrame() {
    return takenFrame;
  }

  /**
   * Returns the size in bytes of all frames up to the newest frame in the buffer that {@link #take}
   * returned last.
   */
  long takenBytes() {
    return takenBytes;
  }

  /** Returns the new file of a running rewrite, or null. */
  synchronized NewLogFile started() {
    return started;
  }

  /** Sets the new file of a rewrite that starts, or null when the rewrite ends. */
  synchronized void setStarted(NewLogFile file) {
    started = file;
  }
}
