package org.flashgrove.storage.framelog;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;

/**
 * Log in a single file. {@code docs/format/log.md} describes the file format.
 *
 * <p>Appends fill one buffer while a thread writes another to the file. There are three locks,
 * always acquired in this order: {@code syncLock} to wait for the device, {@code ioLock} to write
 * to the {@link LogFile}, and the monitor of {@link AppendBuffers} to fill a buffer. While the
 * device syncs, a thread holds only {@code syncLock}, so that appends can continue.
 */
public final class FrameLog implements AppendLog {
  private final FramePacking form;
  private final LogFile file;
  private final AppendBuffers appended;
  private final ReentrantLock syncLock = new ReentrantLock();
  private final ReentrantLock ioLock = new ReentrantLock();

  /** Page size of the storage medium if syncs pad their writes to page boundaries, otherwise 0. */
  private volatile int filledPageBytes;

  /** Value of {@link #sizeBytes} at the last sync. Guarded by {@link #ioLock}. */
  private long syncedBytes;

  private final LogCondition condition;
  private boolean rewriting;

  private FrameLog(LogFile file, long storeTag, boolean packs) {
    this.file = file;
    form = packs ? FramePacking.RUNS : FramePacking.NONE;
    appended = new AppendBuffers(storeTag, form);
    condition = new LogCondition(file.path());
  }

  public static FrameLog create(
      StoreDirectory directory, String name, long storeTag, int pageSize) {
    return create(directory, name, storeTag, pageSize, false);
  }

  public static FrameLog open(StoreDirectory directory, String name, long storeTag, int pageSize) {
    return open(directory, name, storeTag, pageSize, false, null);
  }

  /**
   * Creates an empty, durable log.
   *
   * @param directory directory of the file
   * @param name name of the file
   * @param storeTag number in each frame that identifies the store
   * @param pageSize page size for the log's I/O counters
   * @param packs whether to compress frames that are written together
   */
  public static FrameLog create(
      StoreDirectory directory, String name, long storeTag, int pageSize, boolean packs) {
    if (directory.exists(name)) {
      throw new IllegalArgumentException(name + ": already exists; choose another name");
    }
    FrameLog log = new FrameLog(new LogFile(directory, name, storeTag, pageSize), storeTag, packs);
    log.replaceFile(sink -> {});
    return log;
  }

  /**
   * Creates a durable log with the given frames, as a copy of another log.
   *
   * @param lastFrame number of the first frame minus 1, at least 0
   * @param content called once, to append the frames
   */
  public static void createCopy(
      StoreDirectory directory,
      String name,
      long storeTag,
      int pageSize,
      long lastFrame,
      Consumer<FrameSink> content) {
    FrameLog log = new FrameLog(new LogFile(directory, name, storeTag, pageSize), storeTag, false);
    log.appended.restart(lastFrame, 0, FramePacking.NONE);
    log.replaceFile(content);
    log.close();
  }

  /**
   * Opens a log and makes its frames durable. Ignores an incomplete frame at the end.
   *
   * @param packs whether to compress frames that are written together; a log of an older format
   *     keeps the form of its frames until it is rewritten
   * @param before an earlier open of this log, or null. If the log still starts with the frames
   *     that were read then, this method does not read them again ({@link #continues})
   * @throws org.flashgrove.core.failure.DamagedStoreException if the header is invalid, a frame
   *     known to have been durable is invalid, or the log belongs to another store
   * @throws org.flashgrove.core.failure.UnsupportedFormatException if a newer version wrote the log
   */
  public static FrameLog open(
      StoreDirectory directory,
      String name,
      long storeTag,
      int pageSize,
      boolean packs,
      FrameLog before) {
    LogFile file = new LogFile(directory, name, storeTag, pageSize);
    LogScan scan = file.open(before == null ? null : before.file);
    FrameLog log = new FrameLog(file, storeTag, packs);
    log.appended.restart(scan.lastFrame(), scan.endOffset(), packs ? scan.packing() : log.form);
    log.syncedBytes = scan.endOffset();
    return log;
  }

  /** Frees the memory that made {@link #replay} faster while the store was being opened. */
  public void opened() {
    file.opened();
  }

  /** Returns whether {@link #open} skipped the frames that an earlier open had read. */
  public boolean continues() {
    return file.continues();
  }

  /**
   * Returns whether another process has appended or rewritten frames since this log was opened.
   *
   * @param now the store's directory on disk, in which this method opens the log file again
   */
  public boolean hasGrown(StoreDirectory now) {
    return file.hasGrown(now);
  }

  /** Returns the I/O counters of this log. A partly written page counts as a page. */
  public IoCounters counters() {
    return file.counters();
  }

  @Override
  public long append(int type, long[] words, int length) {
    LogFormat.requireFrame(type, words, length);
    condition.requireUsable();
    requireNotRewriting();
    while (true) {
      long number = appendToBuffer(type, words, length);
      if (number != AppendBuffers.NONE) {
        return number;
      }
      drain();
      if (!appended.isEverLargeEnough(length)) {
        return appendLarge(type, words, length);
      }
    }
  }

  private long appendToBuffer(int type, long[] words, int length) {
    try {
      return appended.append(type, words, length);
    } catch (StoreException e) {
      throw condition.fail(e);
    }
  }

  /**
   * Writes a frame that is larger than a buffer directly to the file. Called when both buffers are
   * empty.
   */
  private long appendLarge(int type, long[] words, int length) {
    ioLock.lock();
    try {
      condition.requireUsable();
      return appended.appendLarge(file, type, words, length);
    } catch (StoreException e) {
      throw condition.fail(e);
    } finally {
      ioLock.unlock();
    }
  }

  private void requireNotRewriting() {
    if (rewriting && ioLock.isHeldByCurrentThread()) {
      throw new IllegalStateException(
          "log: is being rewritten; append to the frame sink of the rewrite");
    }
  }

  @Override
  public void drain() {
    condition.requireUsable();
    ioLock.lock();
    try {
      condition.requireUsable();
      drainLocked(0);
    } catch (StoreException e) {
      throw condition.fail(e);
    } finally {
      ioLock.unlock();
    }
  }

  /** Returns the number of bytes in the frames that are not written to the file yet. */
  public int waitingBytes() {
    return appended.waitingBytes();
  }

  /**
   * Makes each sync pad its write to the end of a page of the medium, because otherwise the next
   * sync would write that page again. The padding is at most as long as the frames since the last
   * sync. {@link #sizeBytes} does not include the padding. Only packed frames are padded.
   *
   * @param pageBytes page size of the medium in bytes, a multiple of 8
   */
  public void fillPages(int pageBytes) {
    if (pageBytes < LogFormat.WORD || pageBytes % LogFormat.WORD != 0) {
      throw new IllegalArgumentException(
          "pageBytes = " + pageBytes + " (allowed: multiples of " + LogFormat.WORD + ")");
    }
    filledPageBytes = pageBytes;
  }

  private void drainLocked(int pageBytes) {
    FrameBuffer full = appended.take();
    if (full == null) {
      return;
    }
    long size = appended.takenBytes();
    file.write(full, appended.takenFrame(), pageBytes, size - syncedBytes);
    if (pageBytes > 0) {
      syncedBytes = size;
    }
  }

  @Override
  public void sync() {
    condition.requireUsable();
    long wanted = appended.lastFrame();
    syncLock.lock();
    try {
      if (appended.durableFrame() >= wanted) {
        condition.requireUsable();
        return; // an earlier sync made the frames durable
      }
      RawFile synced;
      long newest;
      ioLock.lock();
      try {
        condition.requireUsable();
        drainLocked(filledPageBytes);
        synced = file.beforeSync();
        newest = file.writtenFrame();
      } finally {
        ioLock.unlock();
      }
      synced.sync();
      file.counters().countSync();
      appended.durable(newest);
    } catch (StoreException e) {
      throw condition.fail(e);
    } finally {
      syncLock.unlock();
    }
  }

  @Override
  public long durableFrame() {
    return appended.durableFrame();
  }

  @Override
  public long lastFrame() {
    return appended.lastFrame();
  }

  @Override
  public void replay(FrameVisitor visitor) {
    replay(0, visitor);
  }

  @Override
  public void replay(long after, FrameVisitor visitor) {
    condition.requireUsable();
    ioLock.lock();
    try {
      condition.requireUsable();
      try {
        drainLocked(0);
      } catch (StoreException e) {
        throw condition.fail(e);
      }
      file.replay(after, visitor);
    } finally {
      ioLock.unlock();
    }
  }

  @Override
  public void rewrite(Consumer<FrameSink> content) {
    condition.requireUsable();
    syncLock.lock();
    ioLock.lock();
    try {
      condition.requireUsable();
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

  /** Writes a new file with {@code content} and replaces the old file, if there is one. */
  private void replaceFile(Consumer<FrameSink> content) {
    giveStartedUp();
    NewLogFile frames = file.newFile(form, appended.lastFrame() + 1);
    boolean complete = false;
    try {
      content.accept(frames.checked());
      frames.finish();
      complete = true;
    } finally {
      if (!complete) {
        file.abandon(frames);
      }
    }
    putInPlace(frames);
  }

  /** Replaces the log's file by a durable new file. */
  private void putInPlace(NewLogFile frames) {
    try {
      file.rename(frames);
    } catch (StoreException e) {
      throw condition.fail(e);
    }
    RawFile old;
    synchronized (appended) {
      old = file.replaceBy(frames);
      appended.restart(frames.last(), frames.offset(), form);
      syncedBytes = frames.offset();
    }
    if (old != null) {
      old.close();
    }
  }

  @Override
  public Rewrite startRewrite(int type, long[] words) {
    LogFormat.requireFrame(type, words, words.length);
    condition.requireUsable();
    ioLock.lock();
    try {
      requireNotRewriting();
      giveStartedUp();
      synchronized (appended) {
        NewLogFile started = file.newFile(form, appended.lastFrame() + 1);
        appended.setStarted(started);
        return new StartedRewrite(this, appended, condition, started, type, words.clone());
      }
    } catch (StoreException e) {
      throw condition.fail(e);
    } finally {
      ioLock.unlock();
    }
  }

  /** Abandons a running rewrite, if there is one. */
  void giveStartedUp() {
    synchronized (appended) {
      NewLogFile started = appended.started();
      if (started != null) {
        file.abandon(started);
        appended.setStarted(null);
      }
    }
  }

  /** Finishes a rewrite. The new file, which contains all frames, replaces the log's file. */
  void finish(StartedRewrite rewrite) {
    syncLock.lock();
    ioLock.lock();
    try {
      synchronized (appended) { // no frame may be appended before the files are swapped
        NewLogFile frames = rewrite.requireStarted();
        frames.finish();
        appended.setStarted(null);
        putInPlace(frames);
      }
    } catch (StoreException e) {
      throw condition.fail(e);
    } finally {
      ioLock.unlock();
      syncLock.unlock();
    }
  }

  @Override
  public String name() {
    return file.path();
  }

  @Override
  public long sizeBytes() {
    return appended.sizeBytes();
  }

  @Override
  public boolean isOfOlderFormat() {
    return file.isOfOlderFormat();
  }

  @Override
  public long tornBytes() {
    return file.tornBytes();
  }

  @Override
  public void close() {
    syncLock.lock();
    ioLock.lock();
    try {
      requireNotRewriting();
      if (condition.isClosed()) {
        return;
      }
      giveStartedUp();
      try {
        if (!condition.hasFailed()) {
          drainLocked(0);
          file.finish(appended.durableFrame());
        }
      } finally {
        condition.close();
        file.close();
      }
    } finally {
      ioLock.unlock();
      syncLock.unlock();
    }
  }
}
