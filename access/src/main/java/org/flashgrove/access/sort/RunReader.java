package org.flashgrove.access.sort;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.storage.temporary.RunWriter;
import org.flashgrove.storage.temporary.TemporaryRun;
import org.flashgrove.storage.temporary.TemporarySpace;
import org.jspecify.annotations.NullUnmarked;

/**
 * Reads the records of a run in order, through a buffer of one I/O unit (a fixed number of pages).
 */
@NullUnmarked
final class RunReader {
  private final TemporarySpace space;
  private final ByteBuffer buffer;
  private final int unitPages;
  private final int pageSize;
  private TemporaryRun run;
  private int piece;
  private int pieceAt;
  private long leftToLoad;
  private int at;
  private int end;
  private long key;
  private long rid;
  private int bodyBytes;
  private int bodyLeft;
  private ByteBuffer held = ByteBuffer.allocate(0);
  private boolean isHeld;

  /**
   * Creates a reader without a run.
   *
   * @param buffer memory of {@code unitPages} pages
   */
  RunReader(TemporarySpace space, ByteBuffer buffer, int unitPages) {
    this.space = space;
    this.buffer = buffer;
    this.unitPages = unitPages;
    pageSize = space.pageSize();
  }

  void start(TemporaryRun newRun) {
    run = newRun;
    piece = 0;
    pieceAt = 0;
    leftToLoad = newRun.bytes();
    at = 0;
    end = 0;
    bodyLeft = 0;
  }

  TemporaryRun run() {
    return run;
  }

  boolean next() {
    skipBody();
    isHeld = false;
    if (at == end && leftToLoad == 0) {
      return false;
    }
    key = word();
    rid = word();
    bodyBytes = 0;
    int shift = 0;
    int group;
    do {
      group = octet();
      bodyBytes |= (group & 0x7F) << shift;
      shift += 7;
    } while (group > 0x7F);
    bodyLeft = bodyBytes;
    return true;
  }

  long key() {
    return key;
  }

  long rid() {
    return rid;
  }

  int bodyBytes() {
    return bodyBytes;
  }

  private void skipBody() {
    while (bodyLeft > 0) {
      int part = available();
      at += part;
      bodyLeft -= part;
    }
  }

  /**
   * Returns the number of bytes of the body that are in the buffer, at least one. If the buffer has
   * none left, reads the next pages first.
   */
  private int available() {
    if (at == end) {
      load();
    }
    return Math.min(bodyLeft, end - at);
  }

  /** Copies the record to another run. The record must not have been copied before. */
  void copyTo(RunWriter writer, ByteBuffer head) {
    int headBytes = RecordArea.putHead(head, 0, key, rid, bodyBytes);
    writer.put(head, 0, headBytes);
    if (isHeld) {
      writer.put(held, 0, bodyBytes);
    }
    while (bodyLeft > 0) {
      int part = available();
      writer.put(buffer, at, part);
      at += part;
      bodyLeft -= part;
    }
    writer.recordEnds();
  }

  /** Copies the body to the front of a buffer. The body must not have been copied before. */
  void copyBody(ByteBuffer into) {
    if (isHeld) {
      into.put(0, held, 0, bodyBytes);
    }
    int done = 0;
    while (bodyLeft > 0) {
      int part = available();
      into.put(done, buffer, at, part);
      done += part;
      at += part;
      bodyLeft -= part;
    }
  }

  /**
   * Returns the body in one piece, from position to limit. The body is valid until the reader moves
   * to the next record. After this call the record can still be copied.
   */
  ByteBuffer held() {
    if (!isHeld) {
      if (held.capacity() < bodyBytes) {
        held = ByteBuffer.allocate(2 * bodyBytes).order(ByteOrder.LITTLE_ENDIAN);
      }
      held.clear();
      copyBody(held);
      isHeld = true;
    }
    return held.limit(bodyBytes).position(0);
  }

  private int octet() {
    if (at == end) {
      load();
    }
    return buffer.get(at++) & 0xFF;
  }

  private long word() {
    if (end - at >= Long.BYTES) {
      long word = buffer.getLong(at);
      at += Long.BYTES;
      return word;
    }
    long word = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      word |= (long) octet() << (8 * i);
    }
    return word;
  }

  private void load() {
    int wanted = (int) Math.min(unitPages, (leftToLoad + pageSize - 1) / pageSize);
    int loaded = 0;
    while (loaded < wanted) {
      int part = Math.min(wanted - loaded, run.count(piece) - pieceAt);
      space.number(loaded, run.first(piece) + pieceAt, part);
      loaded += part;
      pieceAt += part;
      if (pieceAt == run.count(piece)) {
        piece++;
        pieceAt = 0;
      }
    }
    space.read(loaded, buffer);
    at = 0;
    end = (int) Math.min(leftToLoad, (long) loaded * pageSize);
    leftToLoad -= end;
  }
}
