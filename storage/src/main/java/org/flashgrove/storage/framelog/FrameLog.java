package org.flashgrove.storage.framelog;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;

/**
 * A log in a file as {@code docs/format/log.md} draws it.
 *
 * <p>Two buffers take turns: appends fill one while the other is written. Three locks, always taken
 * in this order: {@code syncLock} to wait for the device, {@code ioLock} to write to the file
 * ({@link LogFile}), the monitor of the {@link AppendBuffers} to fill a buffer. A sync holds only
 * the first while the device works, so that appends go on at the same time.
 */
public final class FrameLog implements AppendLog {
  private final FramePacking form;
  private final LogFile file;
  private final AppendBuffers appended;
  private final ReentrantLock syncLock = new ReentrantLock();
  private final ReentrantLock ioLock = new ReentrantLock();

  /** Bytes of the pages that syncs fill up, or 0: they do not. */
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
   * Creates an empty log, durably.
   *
   * @param directory where
   * @param name name of the file
   * @param storeTag number in each frame that tells logs of other stores
   * @param pageSize unit in which the log's counters count pages
   * @param packs whether to pack frames that are written together
   */
  public static FrameLog create(
      StoreDirectory directory, String name, long storeTag, int pageSize, boolean packs) {
    if (directory.exists(name)) {
      throw new IllegalArgumentException(name + " exists (allowed: a new name)");
    }
    FrameLog log = new FrameLog(new LogFile(directory, name, storeTag, pageSize), storeTag, packs);
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
    FrameLog log = new FrameLog(new LogFile(directory, name, storeTag, pageSize), storeTag, false);
    log.appended.restart(lastFrame, 0, FramePacking.NONE);
    log.replaceFile(content);
    log.close();
  }

  /**
   * Opens a log and makes its frames durable. Ignores a torn tail; the first write cuts it off.
   *
   * @param packs whether to pack frames that are written together; a log of an older format keeps
   *     the form of its frames until it is rewritten
   * @param before the same log as it was opened before, or null: if its frames are the first ones
   *     of this log, they are not read ({@link #continues})
   * @throws org.flashgrove.core.failure.DamagedStoreException if the header or a frame known to
   *     have been durable is not valid, or the log is one of another store
   * @throws org.flashgrove.core.failure.UnsupportedFormatException if a newer version wrote it
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

  /** Frees what makes {@link #replay} fast. */
  public void opened() {
    file.opened();
  }

  /** Returns whether this log was opened without reading the frames that it had before. */
  public boolean continues() {
    return file.continues();
  }

  /**
   * Returns whether another process appended or rewrote frames since this log was opened.
   *
   * @param now the directory as it is by now
   */
  public boolean hasGrown(StoreDirectory now) {
    return file.hasGrown(now);
  }

  /** Returns the counters of this log's traffic; a begun page of {@code pageSize} bytes counts. */
  public IoCounters counters() {
    return file.counters();
  }

  /** Returns the number of the oldest frame, or of the next one if there is none. */
  public long firstFrame() {
    return file.firstFrame();
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

  /** Writes a frame that is larger than a buffer straight to the file. Both buffers are empty. */
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
      throw new IllegalStateException("the log is being rewritten (allowed: the frame sink)");
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

  /** Returns the bytes of frames in memory. */
  public int waitingBytes() {
    return appended.waitingBytes();
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
        return; // the sync before this one made them durable
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
    replay(file::replay, visitor);
  }

  @Override
  public void replay(long after, FrameVisitor visitor) {
    if (file.isLastKnown(after)) {
      replay(file::replayUnknown, visitor);
    } else {
      AppendLog.super.replay(after, visitor);
    }
  }

  private void replay(Consumer<FrameVisitor> frames, FrameVisitor visitor) {
    condition.requireUsable();
    ioLock.lock();
    try {
      condition.requireUsable();
      try {
        drainLocked(0);
      } catch (StoreException e) {
        throw condition.fail(e);
      }
      frames.accept(visitor);
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

  /** Writes a new file and puts it in the place of the old one, if there is one. */
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

  /** Puts a file that is durable in the place of the log's. */
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

  /** Gives up the file that is being filled, if there is one. */
  void giveStartedUp() {
    synchronized (appended) {
      NewLogFile started = appended.started();
      if (started != null) {
        file.abandon(started);
        appended.setStarted(null);
      }
    }
  }

  /** Puts a file that is being filled in the place of the log's, with all frames so far. */
  void finish(StartedRewrite rewrite) {
    syncLock.lock();
    ioLock.lock();
    try {
      synchronized (appended) { // no frame comes between the last one and the other file
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
