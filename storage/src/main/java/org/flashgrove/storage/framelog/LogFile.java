package org.flashgrove.storage.framelog;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;

/**
 * File of a log. Knows how much of the file is written, and writes the number of the newest durable
 * frame (the durable mark) into the file's header. A rewrite of the log replaces the file by a new
 * one.
 *
 * <p>The caller holds the lock for writing to the file.
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

  /** Position of the newest frame that was found when the file was opened. */
  private LogPosition found;

  /**
   * Position of the last frame that {@link #open} skipped because an earlier open had already read
   * this frame. Null if {@link #open} skipped no frame.
   */
  private LogPosition known;

  /** Positions of some frames, by frame number. Replay can begin after each of these frames. */
  private final NavigableMap<Long, LogPosition> places = new TreeMap<>();

  /** Reader that keeps the whole file in memory until the store is open, or null. */
  private FrameReader opening;

  /**
   * Creates an object for a file without creating or opening the file.
   *
   * @param pageSize page size for the I/O counters
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

  /** Returns the number of the newest written frame. */
  long writtenFrame() {
    return writtenFrame;
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
   * Opens the file and makes its frames durable. Returns the result of the scan.
   *
   * @param before object of an earlier open of the same file, or null. The frames that it has read
   *     are skipped if the file still contains them
   */
  LogScan open(LogFile before) {
    directory.delete(name + NEW_SUFFIX);
    file = directory.open(name, RawFile.Caching.BUFFERED);
    boolean opened = false;
    try {
      LogScan scan = recover(before);
      opened = true;
      return scan;
    } finally {
      if (!opened) {
        file.close();
      }
    }
  }

  private LogScan recover(LogFile before) {
    long fileBytes = file.sizeBytes();
    boolean continues = before != null && before.found.isIn(firstOf(file), fileBytes);
    known = continues ? before.found : null;
    if (continues) {
      places.putAll(before.places);
    }
    long start = known == null ? 0 : known.end();
    opening = known == null ? FrameReader.ofWhole(file, storeTag, fileBytes) : null;
    FrameReader reader =
        opening == null ? new FrameReader(file, storeTag, fileBytes, start) : opening;
    LogScan scan = new LogScan(reader, fileBytes);
    scan.run(known, places);
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
    // A process that was killed during a rewrite may have left a file name that is not durable
    // yet.
    directory.sync();
    counters.countSync();
    markedFrame = scan.mark();
    writeMark(found.frame());
    return scan;
  }

  private long firstOf(RawFile log) {
    return new FrameReader(log, storeTag, LogFormat.HEADER_BYTES, 0).readHeader();
  }

  /** Returns whether {@link #open} skipped the frames that an earlier open had read. */
  boolean continues() {
    return known != null;
  }

  /**
   * Durably truncates the file after the last valid frame, so that an incomplete frame and all
   * bytes after it are gone. These bytes could contain a valid frame, which after a power cut would
   * seem to follow newly written frames.
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
   * Returns whether another process has appended or rewritten frames since this log was opened.
   *
   * @param now the store's directory on disk, in which this method opens the log file again
   */
  boolean hasGrown(StoreDirectory now) {
    try (RawFile present = now.openForReading(name, RawFile.Caching.BUFFERED)) {
      FrameReader reader = new FrameReader(present, storeTag, present.sizeBytes(), found.end());
      return reader.readHeader() != firstFrame
          || reader.frameAt(found.end()) && reader.number() == found.frame() + 1;
    }
  }

  /**
   * Writes a filled buffer to the file, directly after the last written frame.
   *
   * @param newest number of the newest frame in the buffer
   * @param pageBytes page size of the medium to which the write is padded, or 0
   * @param mostFiller maximum number of padding bytes
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

  /** Writes a frame that is larger than a buffer, in pieces through an empty buffer. */
  void writeLarge(FrameBuffer empty, long number, long shape, long[] words, int length) {
    cutTornTail();
    empty.writeLarge(file, writtenBytes, number, shape, words, length);
    long bytes = LogFormat.frameBytes(length);
    counters.countWrites(pages(bytes), 1, bytes);
    writtenBytes += bytes;
    writtenFrame = number;
  }

  /**
   * Writes zeros to the file after the last frame if this makes later syncs faster. Returns the
   * file, which the caller then syncs.
   */
  RawFile beforeSync() {
    int zeros = room.beforeSync(file, writtenBytes);
    if (zeros > 0) {
      counters.countWrites(pages(zeros), 1, zeros);
    }
    return file;
  }

  /**
   * Called when the store is open. Frees the memory that made repeated reading of the frames
   * faster.
   */
  void opened() {
    opening = null;
  }

  /** Passes the frames after frame {@code after} to a visitor. */
  void replay(long after, AppendLog.FrameVisitor visitor) {
    Map.Entry<Long, LogPosition> place = places.floorEntry(after);
    LogPosition start = place == null ? LogPosition.start(firstFrame) : place.getValue();
    replay(start, start.frame() < after ? visitor.behind(after) : visitor);
  }

  private void replay(LogPosition start, AppendLog.FrameVisitor visitor) {
    long end = writtenBytes;
    long from = start.frame() < firstFrame ? 0 : start.end();
    FrameReader reader = opening == null ? new FrameReader(file, storeTag, end, from) : opening;
    if (reader.readHeader() != firstFrame) {
      throw reader.damaged(0, "frame " + firstFrame + " is no longer the first frame");
    }
    long expected = start.frame() + 1;
    long offset = start.end();
    while (offset < end) {
      if (!reader.frameAt(offset) || reader.number() != expected) {
        throw reader.damaged(offset, "frame " + expected + " is no longer valid");
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
   * Creates the file for a rewrite.
   *
   * @param form how frames that are written together are stored
   * @param first number of the new file's first frame
   */
  NewLogFile newFile(FramePacking form, long first) {
    String newName = name + NEW_SUFFIX;
    directory.delete(newName);
    RawFile created = directory.create(newName, RawFile.Caching.BUFFERED);
    return new NewLogFile(created, counters, storeTag, pageSize, form, first);
  }

  /** Discards the file of a rewrite. */
  void abandon(NewLogFile frames) {
    try {
      frames.target().close();
      directory.delete(name + NEW_SUFFIX);
    } catch (StoreException e) {
      return; // the next open deletes the file, and the first failure is already reported
    }
  }

  /**
   * Renames a durable new file to this file's name and makes the rename durable. If that fails,
   * closes the new file.
   */
  void rename(NewLogFile frames) {
    try {
      directory.rename(name + NEW_SUFFIX, name);
      directory.sync();
    } catch (StoreException e) {
      frames.target().close(); // it is unknown which of the two files has the name now
      throw e;
    }
  }

  /**
   * Continues with the file of a rewrite, which was renamed to this file's name.
   *
   * @return the old file, which the caller closes, or null
   */
  RawFile replaceBy(NewLogFile frames) {
    opening = null;
    RawFile old = file;
    file = frames.target();
    hasTornTail = false;
    isOfOlderFormat = false;
    places.clear();
    firstFrame = frames.first();
    writtenFrame = frames.last();
    writtenBytes = frames.offset();
    room.opened(writtenBytes, writtenBytes);
    markedFrame = writtenFrame;
    return old;
  }

  /**
   * Writes the durable mark to the file's header, without a sync. The mark is the number of the
   * newest durable frame, and the next open reads it.
   *
   * <p>The mark is written by two write calls, because it is the only evidence that the newest
   * frame existed. If it were written once and the device misdirected this write, the write could
   * destroy the newest frame while the old mark remains. Nobody would notice the loss.
   */
  private void writeMark(long durable) {
    if (durable > markedFrame) {
      LogFormat.putMark(mark, 0, storeTag, durable);
      file.write(LogFormat.AT_MARK, mark, 0, LogFormat.MARK_BYTES);
      file.write(LogFormat.AT_MARK, mark, 0, LogFormat.MARK_BYTES);
      markedFrame = durable;
    }
  }

  /**
   * Truncates the zeros after the last frame and writes the durable mark, which is the number of
   * the newest durable frame. Called before the file is closed.
   */
  void finish(long durable) {
    room.close(file, writtenBytes);
    writeMark(durable);
  }

  void close() {
    file.close();
  }
}
