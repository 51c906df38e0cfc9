package org.flashgrove.storage.node;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.log.AppendLog;

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
  private final List<LoggedNodeStore> trees;
  private final Map<Integer, LogParticipant> parts = new TreeMap<>();
  private final Map<Long, Long> lastFlush = new HashMap<>();
  private long frames;

  LogReplay(AppendLog log, List<LoggedNodeStore> trees, LogParticipant[] parts) {
    this.log = log;
    this.trees = trees;
    for (LogParticipant part : parts) {
      if (this.parts.put(part.number(), part) != null) {
        throw new IllegalArgumentException("two structures have number " + part.number());
      }
    }
  }

  Recovery run() {
    Map<Integer, FreeNodeDevice> free = new TreeMap<>();
    boolean flushesTold = false;
    for (LoggedNodeStore tree : trees) {
      if (tree.device() instanceof FreeNodeDevice device) {
        free.put(device.tree(), device);
      } else {
        flushesTold |= tree.buffer().logsFlushes();
      }
    }
    long movesLost = 0;
    if (!free.isEmpty()) {
      MoveReplay moves = new MoveReplay(free, trees);
      moves.run(log);
      movesLost = moves.lost();
    }
    if (flushesTold) {
      log.replay(this::noteFlush);
    }
    for (LoggedNodeStore tree : trees) {
      tree.startReplay(lastFlush);
    }
    log.replay(this);
    long operations = 0;
    long applied = 0;
    long onDevice = 0;
    for (LoggedNodeStore tree : trees) {
      TreeReplay replayed = tree.finishReplay(log.lastFrame());
      operations += replayed.operations();
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
        part(number, 0).replay(number, type, words, length);
    }
  }

  private void sections(long number, long[] words, int length) {
    long count = length < 1 ? -1 : words[0];
    long at = 1;
    for (long i = 0; i < count && at + StoreLog.SECTION_HEAD_WORDS <= length; i++) {
      int head = (int) at;
      long from = at + StoreLog.SECTION_HEAD_WORDS;
      long sectionWords = words[head + 2];
      if (sectionWords < 0 || sectionWords > length - from) {
        break;
      }
      at = from + sectionWords;
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
