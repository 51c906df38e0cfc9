package org.flashgrove.storage.log;

import java.util.ArrayDeque;
import java.util.Deque;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.event.CompactionEvent;
import org.flashgrove.storage.event.StoreEvents;
import org.flashgrove.storage.log.role.Copyable;

/**
 * Log compaction in small steps, which committing threads run. Each step writes a part of the new
 * log while the old log stays in use. New frames go to both logs. The new log therefore contains
 * the content of each structure at the time of a step, and all frames that were appended later.
 */
final class PacedCompaction {
  /** Number of bytes of content to write for each byte that commits write to the log. */
  private static final int PACE = 12;

  /** Maximum size in bytes of a single write to the new log. */
  private static final int MOST_PIECE = 8 << 10;

  private static final int LEAST_PIECE = 512;

  /**
   * Divisor of the log capacity. The size of a single write is 1/{@code PIECES} of the capacity,
   * but at least {@link #LEAST_PIECE} and at most {@link #MOST_PIECE} bytes.
   */
  private static final int PIECES = 256;

  private final AppendLog log;
  private final StoreLog frames;
  private final AppendLog.Rewrite target;
  private final CompactionEvent event = StoreEvents.compaction();
  private final Deque<Steps> left = new ArrayDeque<>();
  private long appended; // in words of content
  private final int pieceBytes;
  private long loggedBytes;
  private long due; // in bytes of content

  /** A structure and the steps that are left to append its content. */
  private record Steps(Copyable part, Copyable.ContentSteps steps) {}

  /**
   * Starts a compaction. New frames go to both logs from now on.
   *
   * @param log the log to compact
   * @param frames writer of the log's frames
   * @param logCapacity log size in bytes above which the log is compacted
   */
  PacedCompaction(AppendLog log, StoreLog frames, long logCapacity) {
    long piece = Math.max(LEAST_PIECE, Math.min(MOST_PIECE, logCapacity / PIECES));
    pieceBytes = Integer.highestOneBit((int) piece);
    this.log = log;
    this.frames = frames;
    target = frames.startCompaction();
    loggedBytes = log.sizeBytes();
  }

  /** Returns a sink for the content of structures that write all of their content at once. */
  AppendLog.FrameSink sink() {
    return target;
  }

  /**
   * Adds a structure and takes its first step at once, because frames that are appended later may
   * depend on the content that this step writes.
   */
  void add(Copyable part, Copyable.ContentSteps steps) {
    append(new Steps(part, steps));
  }

  /** Skips the remaining steps of a dropped structure. */
  void drop(Copyable part) {
    left.removeIf(steps -> steps.part == part);
  }

  /**
   * Writes a part of the new log. The length of this part is in proportion to the bytes that
   * commits have logged since the last call.
   *
   * @param name name of the store in events
   * @return whether the compaction is finished, so that the new log has replaced the old one
   */
  boolean step(String name) {
    long logged = log.sizeBytes() - loggedBytes;
    due += PACE * logged;
    // A commit that is larger than a piece waits in full. The writes below include it.
    long most = pieceBytes + (logged >= pieceBytes ? (PACE + 1) * logged : 0);
    while (!left.isEmpty() && due > 0 && target.waitingBytes() < pieceBytes + most) {
      long before = appended;
      append(left.removeFirst());
      due -= Long.BYTES * (appended - before);
    }
    loggedBytes = log.sizeBytes();
    boolean ends = left.isEmpty() && target.waitingBytes() < most;
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

  /** Takes the next step of a structure, and queues the structure again if it has more steps. */
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

  /** Discards the new log. */
  void abandon() {
    target.abandon();
  }
}
