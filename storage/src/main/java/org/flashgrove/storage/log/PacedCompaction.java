package org.flashgrove.storage.log;

import java.util.ArrayDeque;
import java.util.Deque;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.event.CompactionEvent;
import org.flashgrove.storage.event.StoreEvents;
import org.flashgrove.storage.log.role.Copyable;

/**
 * Log compaction in small steps that commits pay for. Each step writes a part of the new log next
 * to the old one, and frames that arrive meanwhile are written to both. Recovery from the new log
 * restores the content as of each step and then the frames behind it.
 */
final class PacedCompaction {
  /** Bytes of content that are written for each byte of log that commits write. */
  private static final int PACE = 12;

  /** Bytes that a commit writes to the new log at a time, at most and at least. */
  private static final int MOST_PIECE = 8 << 10;

  private static final int LEAST_PIECE = 512;

  /** Parts of the log's capacity that are written at a time. */
  private static final int PIECES = 256;

  private final AppendLog log;
  private final StoreLog frames;
  private final AppendLog.Rewrite target;
  private final CompactionEvent event = StoreEvents.compaction();
  private final Deque<Steps> left = new ArrayDeque<>();
  private long appended; // words of content
  private final int pieceBytes;
  private long loggedBytes;
  private long due; // bytes of content

  /** Remaining steps of a structure's content. */
  private record Steps(Copyable part, Copyable.ContentSteps steps) {}

  /**
   * Begins a compaction: from now on frames go to both logs.
   *
   * @param log the log, to which
   * @param frames writes
   * @param logCapacity bytes of log above which it is compacted
   */
  PacedCompaction(AppendLog log, StoreLog frames, long logCapacity) {
    long piece = Math.max(LEAST_PIECE, Math.min(MOST_PIECE, logCapacity / PIECES));
    pieceBytes = Integer.highestOneBit((int) piece);
    this.log = log;
    this.frames = frames;
    target = frames.startCompaction();
    loggedBytes = log.sizeBytes();
  }

  /** Takes frames that are there at once. */
  AppendLog.FrameSink sink() {
    return target;
  }

  /** Takes the content of a structure in steps, the first one now: frames that come need it. */
  void add(Copyable part, Copyable.ContentSteps steps) {
    append(new Steps(part, steps));
  }

  /** Has no more be written of a structure that was dropped. */
  void drop(Copyable part) {
    left.removeIf(steps -> steps.part == part);
  }

  /**
   * Writes as much as is due after commits have written some of the log.
   *
   * @param name name of the store in events
   * @return whether the new log has taken the place of the old one
   */
  boolean step(String name) {
    long logged = log.sizeBytes() - loggedBytes;
    due += PACE * logged;
    while (!left.isEmpty() && due > 0 && target.waitingBytes() < 2 * pieceBytes) {
      long before = appended;
      append(left.removeFirst());
      due -= Long.BYTES * (appended - before);
    }
    loggedBytes = log.sizeBytes();
    boolean ends = left.isEmpty() && target.waitingBytes() < pieceBytes;
    for (long bytes = 0; bytes <= (PACE + 1) * logged; bytes += pieceBytes) {
      target.write(pieceBytes);
    }
    if (ends) {
      frames.finishCompaction(target);
      if (event != null) {
        event.finish(name, loggedBytes, log.sizeBytes());
      }
    }
    return ends;
  }

  /** Takes the next step of a structure, which comes again if there are more. */
  private void append(Steps next) {
    AppendLog.FrameSink counting =
        (type, words, length) -> {
          target.append(type, words, length);
          appended += length;
        };
    if (next.steps.next(StoreLog.sectionsOf(next.part.number(), counting))) {
      left.addLast(next);
    }
  }

  /** Gives the new log up. */
  void abandon() {
    target.abandon();
  }
}
