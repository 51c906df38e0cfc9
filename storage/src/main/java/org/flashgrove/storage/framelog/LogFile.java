package org.flashgrove.storage.framelog;

import java.nio.ByteBuffer;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;

/**
 * File of a log: how much of it is written, and the mark of what is known to be durable. The file
 * that a rewrite writes takes its place.
 *
 * <p>The caller holds the lock to write to the file.
 */
final class LogFile {
  private static final String NEW_SUFFIX = ".new";

  private final StoreDirectory directory;
  private final String name;
  private final long storeTag;
  private final int pageSize;
  private final IoCounters counters = new IoCounters();
  private final ByteBuffer mark = AlignedBuffers.allocate(LogFormat.MARK_BYTES);
  private final LogRoom room = new LogRoom();
  private volatile RawFile file;
  private long firstFrame;
  private long writtenBytes;
  private long writtenFrame;
  private long markedFrame;
  private volatile boolean isOfOlderFormat;
  private long tornBytes;
  private boolean hasTornTail;

  /** The newest frame that opening found. */
  private LogPosition found;

  /** The newest frame that an earlier opening had found, if this one left its frames out. */
  private LogPosition known;

  /** Has read all of the file, until the store is open; or null. */
  private FrameReader opening;

  /**
   * Names a file; it is neither created nor opened.
   *
   * @param pageSize unit in which the counters count pages
   */
  LogFile(StoreDirectory directory, String name, long storeTag, int pageSize) {
    this.directory = directory;
    this.name = name;
    this.storeTag = storeTag;
    this.pageSize = pageSize;
  }

  /** Returns the file's path, for messages. */
  String path() {
    return directory.name() + "/" + name;
  }

  IoCounters counters() {
    return counters;
  }

  long firstFrame() {
    return firstFrame;
  }

  /** Returns the number of the newest frame that is written. */
  long writtenFrame() {
    return writtenFrame;
  }

  /** Returns the bytes that are written. */
  long writtenBytes() {
    return writtenBytes;
  }

  boolean isOfOlderFormat() {
    return isOfOlderFormat;
  }

  long tornBytes() {
    return tornBytes;
  }

  private long pages(long bytes) {
    return (bytes + pageSize - 1) / pageSize;
  }

  /**
   * Opens the file and makes its frames durable; returns what it found.
   *
   * @param before an opened file of the same name, whose frames are left out if they are in this
   *     file, or null
   */
  LogScan open(LogFile before) {
    directory.delete(name + NEW_SUFFIX);
    file = directory.open(name, RawFile.Caching.BUFFERED);
    boolean opened = false;
    try {
      LogScan scan = recover(before == null ? null : before.found);
      opened = true;
      return scan;
    } finally {
      if (!opened) {
        file.close();
      }
    }
  }

  private LogScan recover(LogPosition before) {
    long fileBytes = file.sizeBytes();
    known = before != null && before.isIn(firstOf(file), fileBytes) ? before : null;
    long start = known == null ? 0 : known.end();
    opening = known == null ? FrameReader.ofWhole(file, storeTag, fileBytes) : null;
    FrameReader reader =
        opening == null ? new FrameReader(file, storeTag, fileBytes, start) : opening;
    LogScan scan = new LogScan(reader, fileBytes);
    scan.run(known);
    if (opening != null) {
      opening.verified();
    }
    isOfOlderFormat = scan.isOfOlderFormat();
    firstFrame = scan.firstFrame();
    found = scan.end();
    tornBytes = scan.tornBytes();
    writtenBytes = found.end();
    writtenFrame = found.frame();
    long read = fileBytes - start;
    counters.countReads(pages(read), 1, read);
    hasTornTail = tornBytes > 0;
    room.opened(writtenBytes, hasTornTail ? writtenBytes : fileBytes);
    file.sync();
    // A process killed within a rewrite may have left a name that a power cut would take back.
    directory.sync();
    counters.countSync();
    markedFrame = scan.mark();
    writeMark(found.frame());
    return scan;
  }

  private long firstOf(RawFile log) {
    return new FrameReader(log, storeTag, LogFormat.HEADER_BYTES, 0).readHeader();
  }

  /** Returns whether opening left out the frames that an earlier one had found. */
  boolean continues() {
    return known != null;
  }

  /**
   * Cuts off what opening found behind the last frame, durably: after a power cut a valid frame in
   * it must not follow those that are written now.
   */
  private void cutTornTail() {
    opening = null;
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
  boolean hasGrown(StoreDirectory now) {
    try (RawFile present = now.openForReading(name, RawFile.Caching.BUFFERED)) {
      FrameReader reader = new FrameReader(present, storeTag, present.sizeBytes(), found.end());
      return reader.readHeader() != firstFrame
          || reader.frameAt(found.end()) && reader.number() == found.frame() + 1;
    }
  }

  /**
   * Writes a full buffer behind the last frame.
   *
   * @param newest number of the newest frame in the buffer
   * @param pageBytes bytes of a page of the medium that is filled up, or 0
   * @param mostFiller most bytes to fill up with
   */
  void write(FrameBuffer full, long newest, int pageBytes, long mostFiller) {
    cutTornTail();
    if (pageBytes > 0) {
      full.fillPage(writtenBytes, pageBytes, mostFiller);
    }
    int written = full.writeTo(file, writtenBytes);
    counters.countWrites(pages(written), 1, written);
    writtenBytes += written;
    writtenFrame = newest;
  }

  /** Writes a frame that is larger than a buffer, by means of an empty buffer. */
  void writeLarge(FrameBuffer empty, long number, long shape, long[] words, int length) {
    cutTornTail();
    empty.writeLarge(file, writtenBytes, number, shape, words, length);
    long bytes = LogFormat.frameBytes(length);
    counters.countWrites(pages(bytes), 1, bytes);
    writtenBytes += bytes;
    writtenFrame = number;
  }

  /** Makes room behind the frames if it is worth it, and returns the file that is to be synced. */
  RawFile beforeSync() {
    int zeros = room.beforeSync(file, writtenBytes);
    if (zeros > 0) {
      counters.countWrites(pages(zeros), 1, zeros);
    }
    return file;
  }

  /** Frees the memory for reading the frames more than once. */
  void opened() {
    opening = null;
  }

  /** Passes all frames that are written to a visitor. */
  void replay(AppendLog.FrameVisitor visitor) {
    replay(LogPosition.start(firstFrame), visitor);
  }

  /** Passes the frames behind those that opening left out to a visitor. */
  void replayUnknown(AppendLog.FrameVisitor visitor) {
    replay(known, visitor);
  }

  /** Returns whether a frame is the last one of those that opening left out. */
  boolean isLastKnown(long frame) {
    return known != null && known.first() == firstFrame && known.frame() == frame;
  }

  private void replay(LogPosition start, AppendLog.FrameVisitor visitor) {
    long end = writtenBytes;
    long from = start == known ? start.end() : 0;
    FrameReader reader = opening == null ? new FrameReader(file, storeTag, end, from) : opening;
    if (reader.readHeader() != firstFrame) {
      throw reader.damaged(0, "frame " + firstFrame + " is not the first one any more");
    }
    long expected = start.frame() + 1;
    long offset = start.end();
    while (offset < end) {
      if (!reader.frameAt(offset) || reader.number() != expected) {
        throw reader.damaged(offset, "frame " + expected + " is not valid any more");
      }
      reader.visit(offset, visitor);
      offset += reader.frameBytes();
      expected = reader.lastNumber() + 1;
    }
    if (opening == null) {
      counters.countReads(pages(end - from), 1, end - from);
    }
  }

  /**
   * Creates a file that is to take the place of this one.
   *
   * @param form form of frames that are written together
   * @param first number of its first frame
   */
  NewLogFile newFile(FramePacking form, long first) {
    String newName = name + NEW_SUFFIX;
    directory.delete(newName);
    RawFile created = directory.create(newName, RawFile.Caching.BUFFERED);
    return new NewLogFile(created, counters, storeTag, pageSize, form, first);
  }

  /** Gives up a file that was to take the place of this one. */
  void abandon(NewLogFile frames) {
    try {
      frames.target().close();
      directory.delete(name + NEW_SUFFIX);
    } catch (StoreException e) {
      return; // the next opening deletes it; the failure that led here is reported
    }
  }

  /** Gives a new file, which is durable, the name of this one, durably; closes it if that fails. */
  void rename(NewLogFile frames) {
    try {
      directory.rename(name + NEW_SUFFIX, name);
      directory.sync();
    } catch (StoreException e) {
      frames.target().close(); // it is not known which of the two is in place
      throw e;
    }
  }

  /**
   * Goes on with a new file that was renamed.
   *
   * @return the file before, for the caller to close, or null
   */
  RawFile replaceBy(NewLogFile frames) {
    opening = null;
    RawFile old = file;
    file = frames.target();
    hasTornTail = false;
    isOfOlderFormat = false;
    firstFrame = frames.first();
    writtenFrame = frames.last();
    writtenBytes = frames.offset();
    room.opened(writtenBytes, writtenBytes);
    markedFrame = writtenFrame;
    return old;
  }

  /**
   * Writes to the file's header up to which frame all are durable, without a sync; later openings
   * read it. Written twice: a single write that goes astray cannot both miss the mark and spoil the
   * newest frame, which nothing but the mark guards.
   */
  private void writeMark(long durable) {
    if (durable > markedFrame) {
      LogFormat.putMark(mark, 0, storeTag, durable);
      file.write(LogFormat.AT_MARK, mark, 0, LogFormat.MARK_BYTES);
      file.write(LogFormat.AT_MARK, mark, 0, LogFormat.MARK_BYTES);
      markedFrame = durable;
    }
  }

  /** Gives the room behind the frames back and marks what is durable, before the file is closed. */
  void finish(long durable) {
    room.close(file, writtenBytes);
    writeMark(durable);
  }

  void close() {
    file.close();
  }
}
