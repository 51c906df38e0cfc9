package org.flashgrove.storage.log;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.placement.FreePages;

/**
 * Hands the frames of a log to the structures they are of when a store is opened (thesis, Algorithm
 * 10).
 *
 * <p>The thesis reads the log backwards and skips records of pages met in a FLUSH record. Here a
 * first pass notes the last FLUSH frame of each node and a second pass, forwards, skips the records
 * before it: the same records, without a second copy of the log in memory.
 */
final class LogReplay implements AppendLog.FrameVisitor {
  private final AppendLog log;
  private final FreePages pages;
  private final Map<Integer, LogParticipant> parts = new TreeMap<>();
  private final Map<Long, Long> lastFlush = new HashMap<>();
  private long frames;
  private long operations;

  /**
   * A replay.
   *
   * @param pages where pages stand with {@code placement=free}, or null
   */
  LogReplay(AppendLog log, FreePages pages, LogParticipant[] parts) {
    this.log = log;
    this.pages = pages;
    for (LogParticipant part : parts) {
      if (this.parts.put(part.number(), part) != null) {
        throw new IllegalArgumentException("two structures have number " + part.number());
      }
    }
  }

  Recovery run() {
    long movesLost = 0;
    if (pages != null) {
      MoveReplay moves = new MoveReplay(pages, parts);
      moves.run(log);
      movesLost = moves.lost();
    }
    if (parts.values().stream().anyMatch(LogParticipant::readsFlushes)) {
      log.replay(this::noteFlush);
    }
    for (LogParticipant part : parts.values()) {
      part.startReplay(lastFlush);
    }
    log.replay(this);
    long applied = 0;
    long onDevice = 0;
    for (LogParticipant part : parts.values()) {
      Replayed replayed = part.finishReplay(log.lastFrame());
      applied += replayed.applied();
      onDevice += replayed.onDevice();
    }
    return new Recovery(frames, operations, applied, onDevice, log.tornBytes(), movesLost);
  }

  private void noteFlush(long number, int type, long[] words, int length) {
    if (type == StoreLog.FLUSH) {
      if (length < 1 || words[0] < 0 || words[0] > length - 1) {
        throw new DamagedStoreException("log", "frame " + number, "impossible FLUSH length");
      }
      for (int i = 1; i <= words[0]; i++) {
        lastFlush.put(words[i], number);
      }
    }
  }

  @Override
  public void frame(long number, int type, long[] words, int length) {
    frames++;
    switch (type) {
      case StoreLog.FLUSH:
      case StoreLog.MOVE:
      case StoreLog.BARRIER:
        break;
      case StoreLog.SECTIONS:
        sections(number, words, length);
        break;
      default:
        operations += isCommit(type) ? 1 : 0;
        part(number, 0).replay(number, type, words, length);
    }
  }

  private void sections(long number, long[] words, int length) {
    long count = length < 1 ? -1 : words[0];
    long at = 1;
    boolean commits = false;
    for (long i = 0; i < count && at + StoreLog.SECTION_HEAD_WORDS <= length; i++) {
      int head = (int) at;
      long from = at + StoreLog.SECTION_HEAD_WORDS;
      long sectionWords = words[head + 2];
      if (sectionWords < 0 || sectionWords > length - from) {
        break;
      }
      at = from + sectionWords;
      commits |= isCommit(words[head + 1]);
      part(number, words[head])
          .replay(
              number,
              (int) words[head + 1],
              Arrays.copyOfRange(words, (int) from, (int) at),
              (int) sectionWords);
    }
    if (count < 0 || at != length) {
      throw new DamagedStoreException("log", "frame " + number, "impossible sections");
    }
    operations += commits ? 1 : 0;
  }

  private static boolean isCommit(long type) {
    return type == StoreLog.OPERATION || type == StoreLog.HEAP;
  }

  private LogParticipant part(long frame, long number) {
    LogParticipant part = parts.get((int) number);
    if (part == null || part.number() != number) {
      throw new DamagedStoreException(
          "log", "frame " + frame, "changes of structure " + number + ", which is not there");
    }
    return part;
  }
}
