package org.flashgrove.storage.file;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.AlignedBuffers;

/**
 * A log in a file as {@code docs/log-format.md} draws it.
 *
 * <p>Two buffers take turns: appends fill one while the other is written. Three locks, always taken
 * in this order: {@code syncLock} to wait for the device, {@code ioLock} to write to the file, the
 * monitor of {@code filling} to fill a buffer. A sync holds only the first while the device works,
 * so that appends go on at the same time.
 */
public final class FrameLog implements AppendLog {
  private static final int BUFFER_BYTES = 1 << 18;
  private static final String NEW_SUFFIX = ".new";

  private final StoreDirectory directory;
  private final String name;
  private final long storeTag;
  private final int pageSize;
  private final boolean packs;
  private final IoCounters counters = new IoCounters();
  private final ReentrantLock syncLock = new ReentrantLock();
  private final ReentrantLock ioLock = new ReentrantLock();
  private final Object filling = new Object();
  private final ByteBuffer mark = AlignedBuffers.allocate(LogFormat.MARK_BYTES);
  private FrameBuffer buffer;
  private FrameBuffer spare;
  private volatile RawFile file;
  private long firstFrame;
  private long writtenBytes;
  private long writtenFrame;
  private long markedFrame;
  private volatile long sizeBytes;
  private volatile long lastFrame;
  private volatile long durableFrame;
  private volatile StoreException failure;
  private volatile boolean closed;
  private boolean rewriting;
  private boolean buffersPack;
  private volatile boolean isOfOlderFormat;
  private long tornBytes;
  private boolean hasTornTail;

  /** Number and end of the newest frame that opening found. */
  private long foundFrame;

  private long foundBytes;

  private FrameLog(
      StoreDirectory directory, String name, long storeTag, int pageSize, boolean packs) {
    this.packs = packs;
    this.directory = directory;
    this.name = name;
    this.storeTag = storeTag;
    this.pageSize = pageSize;
    takeBuffers(packs);
  }

  private void takeBuffers(boolean packed) {
    buffer = new FrameBuffer(BUFFER_BYTES, storeTag, packed);
    spare = new FrameBuffer(BUFFER_BYTES, storeTag, packed);
    buffersPack = packed;
  }

  /** Creates an empty log without packed frames, durably. */
  public static FrameLog create(
      StoreDirectory directory, String name, long storeTag, int pageSize) {
    return create(directory, name, storeTag, pageSize, false);
  }

  /** Opens a log to which no packed frames are added; otherwise as with them. */
  public static FrameLog open(StoreDirectory directory, String name, long storeTag, int pageSize) {
    return open(directory, name, storeTag, pageSize, false);
  }

  /**
   * Creates an empty log, durably.
   *
   * @param directory where
   * @param name name of the file
   * @param storeTag what binds frames to their store
   * @param pageSize unit in which the log's counters count pages
   * @param packs whether frames are packed that are written together
   */
  public static FrameLog create(
      StoreDirectory directory, String name, long storeTag, int pageSize, boolean packs) {
    if (directory.exists(name)) {
      throw new IllegalArgumentException(name + " exists (allowed: a new name)");
    }
    FrameLog log = new FrameLog(directory, name, storeTag, pageSize, packs);
    log.replaceFile(sink -> {});
    return log;
  }

  /**
   * Creates a log with some frames, durably: the copy of another log.
   *
   * @param lastFrame number after which the frames are numbered, at least 0
   * @param content appends the frames
   */
  public static void createCopy(
      StoreDirectory directory,
      String name,
      long storeTag,
      int pageSize,
      long lastFrame,
      Consumer<FrameSink> content) {
    FrameLog log = new FrameLog(directory, name, storeTag, pageSize, false);
    log.lastFrame = lastFrame;
    log.replaceFile(content);
    log.close();
  }

  /**
   * Opens a log and makes its frames durable. A torn tail behind them is left out, and cut off when
   * something is written: a store that is refused for another reason keeps it for salvage.
   *
   * @param packs whether frames are packed that are written together: at once if the log was
   *     created so, else when it is next rewritten
   * @throws org.flashgrove.core.failure.DamagedStoreException if the header or a frame known to
   *     have been durable is not valid, or the log is one of another store
   * @throws org.flashgrove.core.failure.UnsupportedFormatException if a newer version wrote it
   */
  public static FrameLog open(
      StoreDirectory directory, String name, long storeTag, int pageSize, boolean packs) {
    FrameLog log = new FrameLog(directory, name, storeTag, pageSize, packs);
    directory.delete(name + NEW_SUFFIX);
    log.file = directory.open(name, RawFile.Caching.BUFFERED);
    boolean opened = false;
    try {
      log.recover();
      opened = true;
    } finally {
      if (!opened) {
        log.file.close();
      }
    }
    return log;
  }

  private void recover() {
    long fileBytes = file.sizeBytes();
    LogScan scan = new LogScan(new FrameReader(file, storeTag, fileBytes), fileBytes);
    scan.run();
    if (packs && !scan.packs()) {
      takeBuffers(false);
    }
    isOfOlderFormat = scan.isOfOlderFormat();
    firstFrame = scan.firstFrame();
    lastFrame = scan.lastFrame();
    foundFrame = lastFrame;
    foundBytes = scan.endOffset();
    tornBytes = fileBytes - scan.endOffset();
    sizeBytes = scan.endOffset();
    writtenBytes = sizeBytes;
    writtenFrame = lastFrame;
    counters.countReads(pages(fileBytes), 1, fileBytes);
    hasTornTail = tornBytes > 0;
    file.sync();
    // A process killed within a rewrite may have left a name that a power cut would take back.
    directory.sync();
    counters.countSync();
    durableFrame = lastFrame;
    markedFrame = scan.mark();
    writeMark();
  }

  /**
   * Cuts off what opening found behind the last frame, durably: after a power cut a valid frame in
   * it must not follow those that are written now.
   */
  private void cutTornTail() {
    if (hasTornTail) {
      file.resize(writtenBytes);
      file.sync();
      counters.countSync();
      hasTornTail = false;
    }
  }

  /**
   * Returns whether a log that was opened holds frames by now, appended or rewritten by another
   * process, that opening did not find.
   *
   * @param now the directory as it is by now
   */
  public boolean hasGrown(StoreDirectory now) {
    try (RawFile present = now.openForReading(name, RawFile.Caching.BUFFERED)) {
      FrameReader reader = new FrameReader(present, storeTag, present.sizeBytes());
      return reader.readHeader() != firstFrame
          || reader.frameAt(foundBytes) && reader.number() == foundFrame + 1;
    }
  }

  private long pages(long bytes) {
    return (bytes + pageSize - 1) / pageSize;
  }

  /**
   * Returns the counters of this log's traffic; a page is {@code pageSize} bytes, and begun ones
   * count.
   */
  public IoCounters counters() {
    return counters;
  }

  /** Returns the number of the oldest frame, or of the next one if there is none. */
  public long firstFrame() {
    return firstFrame;
  }

  @Override
  public long append(int type, long[] words, int length) {
    requireFrame(type, words, length);
    requireUsable();
    requireNotRewriting();
    while (true) {
      synchronized (filling) {
        long number = lastFrame + 1;
        int before = buffer.filledBytes();
        if (buffer.append(number, type, number - durableFrame, words, length)) {
          sizeBytes += buffer.filledBytes() - before;
          lastFrame = number;
          return number;
        }
      }
      drain();
      if (!spare.isEverLargeEnough(length)) {
        return appendLarge(type, words, length);
      }
    }
  }

  /** Writes a frame that is larger than a buffer straight to the file. Both buffers are empty. */
  private long appendLarge(int type, long[] words, int length) {
    ioLock.lock();
    try {
      requireUsable();
      cutTornTail();
      long number = lastFrame + 1;
      long shape = LogFormat.shapeWord(type, number - durableFrame, length);
      spare.writeLarge(file, writtenBytes, number, shape, words, length);
      long bytes = LogFormat.frameBytes(length);
      counters.countWrites(pages(bytes), 1, bytes);
      writtenBytes += bytes;
      writtenFrame = number;
      synchronized (filling) {
        sizeBytes += bytes;
        lastFrame = number;
      }
      return number;
    } catch (StoreException e) {
      throw fail(e);
    } finally {
      ioLock.unlock();
    }
  }

  private static void requireFrame(int type, long[] words, int length) {
    if (type < 0 || type > LogFormat.MAX_TYPE) {
      throw new IllegalArgumentException(
          "type = " + type + " (allowed: 0 to " + LogFormat.MAX_TYPE + ")");
    }
    int most = Math.min(words.length, LogFormat.MAX_WORDS);
    if (length < 0 || length > most) {
      throw new IllegalArgumentException("length = " + length + " (allowed: 0 to " + most + ")");
    }
  }

  private void requireNotRewriting() {
    if (rewriting && ioLock.isHeldByCurrentThread()) {
      throw new IllegalStateException("the log is being rewritten (allowed: the frame sink)");
    }
  }

  private void requireUsable() {
    if (closed) {
      throw new StoreClosedException(path() + ": the log is closed");
    }
    StoreException earlier = failure;
    if (earlier != null) {
      throw new StoreClosedException(
          path()
              + ": the log refuses work after a failure until it is opened again: "
              + earlier.getMessage(),
          earlier);
    }
  }

  private String path() {
    return directory.name() + "/" + name;
  }

  private StoreException fail(StoreException cause) {
    if (failure == null) {
      failure = cause;
    }
    return cause;
  }

  @Override
  public void drain() {
    requireUsable();
    ioLock.lock();
    try {
      requireUsable();
      drainLocked();
    } catch (StoreException e) {
      throw fail(e);
    } finally {
      ioLock.unlock();
    }
  }

  /** Passes appended frames to the operating system if they take some bytes or more. */
  public void drainFrom(int bytes) {
    synchronized (filling) {
      if (buffer.filledBytes() < bytes) {
        return;
      }
    }
    drain();
  }

  private void drainLocked() {
    FrameBuffer full;
    long newest;
    synchronized (filling) {
      if (buffer.filledBytes() == 0) {
        return;
      }
      full = buffer;
      buffer = spare;
      spare = full;
      newest = lastFrame;
    }
    cutTornTail();
    int written = full.writeTo(file, writtenBytes);
    counters.countWrites(pages(written), 1, written);
    writtenBytes += written;
    writtenFrame = newest;
  }

  @Override
  public void sync() {
    requireUsable();
    long wanted = lastFrame;
    syncLock.lock();
    try {
      if (durableFrame >= wanted) {
        requireUsable();
        return; // the sync before this one made them durable
      }
      RawFile synced;
      long newest;
      ioLock.lock();
      try {
        requireUsable();
        drainLocked();
        synced = file;
        newest = writtenFrame;
      } finally {
        ioLock.unlock();
      }
      synced.sync();
      counters.countSync();
      durableFrame = newest;
    } catch (StoreException e) {
      throw fail(e);
    } finally {
      syncLock.unlock();
    }
  }

  @Override
  public long durableFrame() {
    return durableFrame;
  }

  @Override
  public long lastFrame() {
    return lastFrame;
  }

  @Override
  public void replay(FrameVisitor visitor) {
    requireUsable();
    ioLock.lock();
    try {
      requireUsable();
      try {
        drainLocked();
      } catch (StoreException e) {
        throw fail(e);
      }
      replayLocked(visitor);
    } finally {
      ioLock.unlock();
    }
  }

  private void replayLocked(FrameVisitor visitor) {
    long end = writtenBytes;
    FrameReader reader = new FrameReader(file, storeTag, end);
    long expected = reader.readHeader();
    long offset = LogFormat.HEADER_BYTES;
    while (offset < end) {
      if (!reader.frameAt(offset) || reader.number() != expected) {
        throw reader.damaged(offset, "frame " + expected + " is not valid any more");
      }
      reader.visit(offset, visitor);
      offset += reader.frameBytes();
      expected = reader.lastNumber() + 1;
    }
    counters.countReads(pages(end), 1, end);
  }

  @Override
  public void rewrite(Consumer<FrameSink> content) {
    requireUsable();
    syncLock.lock();
    ioLock.lock();
    try {
      requireUsable();
      requireNotRewriting();
      rewriting = true;
      try {
        replaceFile(content);
      } finally {
        rewriting = false;
      }
    } finally {
      ioLock.unlock();
      syncLock.unlock();
    }
  }

  /** Writes a new file and puts it in the place of the old one, if there is one. */
  private void replaceFile(Consumer<FrameSink> content) {
    String newName = name + NEW_SUFFIX;
    directory.delete(newName);
    RawFile created = directory.create(newName, RawFile.Caching.BUFFERED);
    NewContent frames = new NewContent(created, lastFrame + 1);
    boolean complete = false;
    try {
      content.accept(frames);
      frames.finish();
      complete = true;
    } finally {
      if (!complete) {
        abandon(created, newName);
      }
    }
    RawFile old = file;
    try {
      directory.rename(newName, name);
      directory.sync();
    } catch (StoreException e) {
      created.close(); // it is not known which of the two is in place
      throw fail(e);
    }
    synchronized (filling) {
      if (buffersPack != packs) {
        takeBuffers(packs);
      }
      buffer.clear(); // what was waiting is superseded, as is all that was written
      file = created;
      hasTornTail = false;
      isOfOlderFormat = false;
      firstFrame = frames.first;
      lastFrame = frames.next - 1;
      writtenFrame = lastFrame;
      writtenBytes = frames.offset;
      sizeBytes = frames.offset;
      durableFrame = lastFrame;
      markedFrame = lastFrame;
    }
    if (old != null) {
      old.close();
    }
  }

  private void abandon(RawFile created, String newName) {
    try {
      created.close();
      directory.delete(newName);
    } catch (StoreException e) {
      return; // the next opening deletes it; the failure that led here is reported
    }
  }

  /** The frames of a file that is to replace the log's. */
  private final class NewContent implements FrameSink {
    private final RawFile target;
    private final FrameBuffer frames = new FrameBuffer(BUFFER_BYTES, storeTag, packs);
    private final long first;
    private long next;
    private final ByteBuffer header = AlignedBuffers.allocate(LogFormat.HEADER_BYTES);
    private long offset = LogFormat.HEADER_BYTES;

    NewContent(RawFile target, long first) {
      this.target = target;
      this.first = first;
      next = first;
    }

    @Override
    public void append(int type, long[] words, int length) {
      requireFrame(type, words, length);
      long shape = LogFormat.shapeWord(type, LogFormat.LAG_UNKNOWN, length);
      if (!frames.append(next, type, LogFormat.LAG_UNKNOWN, words, length)) {
        drainFrames();
        if (!frames.append(next, type, LogFormat.LAG_UNKNOWN, words, length)) {
          frames.writeLarge(target, offset, next, shape, words, length);
          count(LogFormat.frameBytes(length));
        }
      }
      next++;
    }

    private void drainFrames() {
      count(frames.writeTo(target, offset));
    }

    private void count(long bytes) {
      if (bytes > 0) {
        counters.countWrites(pages(bytes), 1, bytes);
        offset += bytes;
      }
    }

    /** Writes the frames that wait, writes their number into the header, and makes both durable. */
    void finish() {
      drainFrames();
      int count = (int) Math.min(next - first, Integer.MAX_VALUE);
      LogFormat.putHeader(header, storeTag, first, count);
      target.write(0, header, 0, LogFormat.HEADER_BYTES);
      counters.countWrites(1, 1, LogFormat.HEADER_BYTES);
      target.sync();
      counters.countSync();
    }
  }

  /**
   * Writes to the file's header up to which frame all are durable, without a sync; later openings
   * read it. Written twice: a single write that goes astray cannot both miss the mark and spoil the
   * newest frame, which nothing but the mark guards.
   */
  private void writeMark() {
    long durable = durableFrame;
    if (durable > markedFrame) {
      LogFormat.putMark(mark, 0, storeTag, durable);
      file.write(LogFormat.AT_MARK, mark, 0, LogFormat.MARK_BYTES);
      file.write(LogFormat.AT_MARK, mark, 0, LogFormat.MARK_BYTES);
      markedFrame = durable;
    }
  }

  @Override
  public long sizeBytes() {
    return sizeBytes;
  }

  @Override
  public boolean isOfOlderFormat() {
    return isOfOlderFormat;
  }

  @Override
  public long tornBytes() {
    return tornBytes;
  }

  @Override
  public void close() {
    syncLock.lock();
    ioLock.lock();
    try {
      requireNotRewriting();
      if (closed) {
        return;
      }
      try {
        if (failure == null) {
          drainLocked();
          writeMark();
        }
      } finally {
        closed = true;
        file.close();
      }
    } finally {
      ioLock.unlock();
      syncLock.unlock();
    }
  }
}
