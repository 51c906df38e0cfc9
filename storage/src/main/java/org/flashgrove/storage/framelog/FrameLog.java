package org.flashgrove.storage.framelog;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;

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
  private final LogRoom room = new LogRoom();
  private FrameBuffer buffer;
  private FrameBuffer spare;
  private volatile RawFile file;
  private long firstFrame;
  private long writtenBytes;
  private long writtenFrame;
  private long markedFrame;

  /** Bytes of frames; filler is left out as far as this object wrote it. */
  private volatile long sizeBytes;

  /** Bytes of the pages that syncs fill up, or 0: they do not. */
  private volatile int filledPageBytes;

  /** What {@link #sizeBytes} was for the frames of the last sync; under {@link #ioLock}. */
  private long syncedBytes;

  private volatile long lastFrame;
  private volatile long durableFrame;
  private volatile StoreException failure;
  private volatile boolean closed;
  private boolean rewriting;

  /**
   * A file that is filled beside this one and is to replace it, or null; under {@link #filling}.
   */
  private NewLogFile started;

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
    tornBytes = scan.tornBytes();
    sizeBytes = scan.endOffset();
    writtenBytes = sizeBytes;
    syncedBytes = sizeBytes;
    writtenFrame = lastFrame;
    counters.countReads(pages(fileBytes), 1, fileBytes);
    hasTornTail = tornBytes > 0;
    room.opened(writtenBytes, hasTornTail ? writtenBytes : fileBytes);
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
        if (appendToBuffer(type, words, length)) {
          appendBeside(type, words, length);
          return lastFrame;
        }
      }
      drain();
      if (!spare.isEverLargeEnough(length)) {
        return appendLarge(type, words, length);
      }
    }
  }

  /** Appends a frame if there is room in the buffer; under {@link #filling}. */
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

  /** Appends a frame of the log to the file that is to replace it, too. */
  private void appendBeside(int type, long[] words, int length) {
    if (started != null) {
      try {
        started.append(type, words, length);
      } catch (StoreException e) {
        throw fail(e);
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
        appendBeside(type, words, length);
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

  /** Returns the bytes of appended frames that wait in memory. */
  public int waitingBytes() {
    synchronized (filling) {
      return buffer.filledBytes();
    }
  }

  /**
   * Has each sync fill up the last page of the medium that it writes, if no more is missing there
   * than was appended since the sync before: if as much comes until the next one, it takes a page
   * fewer where the last one is not written again. So there is no more filler than there are
   * frames; {@link #sizeBytes} leaves it out. Only frames that are packed are filled up.
   *
   * @param pageBytes bytes of a page of the medium, a multiple of 8
   */
  public void fillPages(int pageBytes) {
    if (pageBytes < LogFormat.WORD || pageBytes % LogFormat.WORD != 0) {
      throw new IllegalArgumentException(
          "pageBytes = " + pageBytes + " (allowed: multiples of " + LogFormat.WORD + ")");
    }
    filledPageBytes = pageBytes;
  }

  private void drainLocked() {
    drainLocked(0);
  }

  private void drainLocked(int pageBytes) {
    FrameBuffer full;
    long newest;
    long size;
    synchronized (filling) {
      if (buffer.filledBytes() == 0) {
        return;
      }
      full = buffer;
      buffer = spare;
      spare = full;
      newest = lastFrame;
      size = sizeBytes;
    }
    cutTornTail();
    if (pageBytes > 0) {
      full.fillPage(writtenBytes, pageBytes, size - syncedBytes);
      syncedBytes = size;
    }
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
        drainLocked(filledPageBytes);
        int zeros = room.beforeSync(file, writtenBytes);
        if (zeros > 0) {
          counters.countWrites(pages(zeros), 1, zeros);
        }
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
    giveStartedUp();
    NewLogFile frames = newFile();
    boolean complete = false;
    try {
      content.accept(checked(frames));
      frames.finish();
      complete = true;
    } finally {
      if (!complete) {
        abandon(frames);
      }
    }
    putInPlace(frames);
  }

  private NewLogFile newFile() {
    String newName = name + NEW_SUFFIX;
    directory.delete(newName);
    RawFile created = directory.create(newName, RawFile.Caching.BUFFERED);
    return new NewLogFile(created, counters, storeTag, pageSize, packs, lastFrame + 1);
  }

  private static FrameSink checked(FrameSink sink) {
    return (type, words, length) -> {
      requireFrame(type, words, length);
      sink.append(type, words, length);
    };
  }

  /** Puts a file that is durable in the place of the log's. */
  private void putInPlace(NewLogFile frames) {
    RawFile old = file;
    try {
      directory.rename(name + NEW_SUFFIX, name);
      directory.sync();
    } catch (StoreException e) {
      frames.target().close(); // it is not known which of the two is in place
      throw fail(e);
    }
    synchronized (filling) {
      if (buffersPack != packs) {
        takeBuffers(packs);
      }
      buffer.clear(); // what was waiting is superseded, as is all that was written
      file = frames.target();
      hasTornTail = false;
      isOfOlderFormat = false;
      firstFrame = frames.first();
      lastFrame = frames.last();
      writtenFrame = lastFrame;
      writtenBytes = frames.offset();
      sizeBytes = frames.offset();
      syncedBytes = sizeBytes;
      room.opened(writtenBytes, writtenBytes);
      durableFrame = lastFrame;
      markedFrame = lastFrame;
    }
    if (old != null) {
      old.close();
    }
  }

  private void abandon(NewLogFile frames) {
    try {
      frames.target().close();
      directory.delete(name + NEW_SUFFIX);
    } catch (StoreException e) {
      return; // the next opening deletes it; the failure that led here is reported
    }
  }

  @Override
  public Rewrite startRewrite(int type, long[] words) {
    requireFrame(type, words, words.length);
    requireUsable();
    ioLock.lock();
    try {
      requireNotRewriting();
      giveStartedUp();
      synchronized (filling) {
        started = newFile();
        return new Beside(started, type, words.clone());
      }
    } catch (StoreException e) {
      throw fail(e);
    } finally {
      ioLock.unlock();
    }
  }

  private void giveStartedUp() {
    synchronized (filling) {
      if (started != null) {
        abandon(started);
        started = null;
      }
    }
  }

  /** A new file that is filled beside the log; used under {@link #filling}. */
  private final class Beside implements Rewrite {
    private final NewLogFile frames;
    private final int placeType;
    private final long[] placeWords;

    Beside(NewLogFile frames, int placeType, long[] placeWords) {
      this.frames = frames;
      this.placeType = placeType;
      this.placeWords = placeWords;
    }

    private void requireStarted() {
      requireUsable();
      if (started != frames) {
        throw new IllegalStateException("the rewrite has ended (allowed: before its end)");
      }
    }

    @Override
    public void append(int type, long[] words, int length) {
      requireFrame(type, words, length);
      while (true) {
        synchronized (filling) {
          requireStarted();
          if (appendToBuffer(placeType, placeWords, placeWords.length)) {
            appendBeside(type, words, length);
            return;
          }
        }
        drain();
      }
    }

    @Override
    public long waitingBytes() {
      synchronized (filling) {
        return frames.waitingBytes();
      }
    }

    @Override
    public void write(int pieceBytes) {
      synchronized (filling) {
        requireStarted();
        try {
          frames.writePiece(pieceBytes);
        } catch (StoreException e) {
          throw fail(e);
        }
      }
    }

    @Override
    public void finish() {
      syncLock.lock();
      ioLock.lock();
      try {
        synchronized (filling) { // no frame comes between the last one and the other file
          requireStarted();
          frames.finish();
          started = null;
          putInPlace(frames);
        }
      } catch (StoreException e) {
        throw fail(e);
      } finally {
        ioLock.unlock();
        syncLock.unlock();
      }
    }

    @Override
    public void abandon() {
      synchronized (filling) {
        if (started == frames) {
          giveStartedUp();
        }
      }
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
      giveStartedUp();
      try {
        if (failure == null) {
          drainLocked();
          room.close(file, writtenBytes);
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
