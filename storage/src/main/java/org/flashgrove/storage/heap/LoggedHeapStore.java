package org.flashgrove.storage.heap;

import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.placement.FreePages;

/**
 * One heap file with a log of its own: what {@link HeapParticipant} asks of the writer of a log,
 * for one participant. A commit is one frame; opening replays the log; when the log is too long,
 * pages are written, a barrier is made and the log is emptied.
 */
public final class LoggedHeapStore implements AutoCloseable {
  /** Moves of pages, as node stores write them. */
  static final int MOVE = 5;

  /** The barrier of a sequence number is done, as node stores write it. */
  static final int BARRIER = 6;

  /** A committed operation: number of the heap file, changes. */
  static final int HEAP = 7;

  private static final int RESERVED_WORDS = 1;

  private final FreePages slots;
  private final AppendLog log;
  private final HeapFile heap;
  private final long logCapacity;
  private final boolean syncCommits;
  private long compactAbove;
  private long newestBarrier;
  private long movesLost;
  private boolean closed;

  /**
   * Opens a heap file and replays its log.
   *
   * @param pages the slots; not closed with this store
   * @param slots what is known of them
   * @param log the log, opened; closed with this store
   * @param tree number of the heap file in the store
   * @param logCapacity bytes of log above which it is emptied
   * @param syncCommits whether a commit returns when it is durable
   */
  public LoggedHeapStore(
      PageStore pages,
      FreePages slots,
      AppendLog log,
      int tree,
      long storeTag,
      HeapMemory memory,
      long logCapacity,
      boolean syncCommits) {
    this.slots = slots;
    this.log = log;
    this.logCapacity = logCapacity;
    this.syncCommits = syncCommits;
    compactAbove = logCapacity;
    heap =
        new HeapFile(
            pages,
            slots,
            tree,
            storeTag,
            (words, length) -> log.append(MOVE, words, length),
            memory,
            RESERVED_WORDS,
            this::commit);
    recover();
  }

  private void recover() {
    log.replay(this::noteMoves);
    if (newestBarrier > slots.sequence()) {
      throw new DamagedStoreException(
          HeapDevice.FILE,
          "pages 0 and 1",
          "the newest superblock is number "
              + slots.sequence()
              + ", but the log knows number "
              + newestBarrier);
    }
    movesLost = heap.movesRead();
    if (slots.isMoved()) {
      slots.barrier(log.lastFrame());
    }
    log.replay(this::replay);
    heap.replayed();
  }

  private void noteMoves(long number, int type, long[] words, int length) {
    if (type == BARRIER && length >= 1) {
      newestBarrier = Math.max(newestBarrier, words[0]);
    } else if (type == MOVE && number > slots.frame()) {
      long count = length < HeapDevice.MOVE_HEAD_WORDS ? -1 : words[1];
      boolean possible = count >= 0 && count <= length;
      if (!possible || HeapDevice.MOVE_HEAD_WORDS + count * HeapDevice.MOVE_WORDS > length) {
        throw new DamagedStoreException("log", "frame " + number, "impossible MOVE length");
      }
      requireOwn(number, words[0]);
      for (int i = 0; i < count; i++) {
        int at = HeapDevice.MOVE_HEAD_WORDS + i * HeapDevice.MOVE_WORDS;
        heap.move(words[at], words[at + 1], words[at + 2]);
      }
    }
  }

  private void requireOwn(long number, long tree) {
    if (tree != heap.tree()) {
      throw new DamagedStoreException("log", "frame " + number, "of heap file " + tree);
    }
  }

  private void replay(long number, int type, long[] words, int length) {
    switch (type) {
      case HEAP:
        requireOwn(number, length < RESERVED_WORDS ? -1 : words[0]);
        heap.replay(number, words, RESERVED_WORDS, length);
        break;
      case MOVE:
      case BARRIER:
        break;
      default:
        throw new DamagedStoreException("log", "frame " + number, "unknown type " + type);
    }
  }

  /** The heap file. */
  public HeapFile heap() {
    return heap;
  }

  /** Pages whose new images a crash lost; their changes came from the log. */
  public long movesLost() {
    return movesLost;
  }

  private void commit() {
    long[] words = heap.stagedWords();
    words[0] = heap.tree();
    long frame = log.append(HEAP, words, heap.stagedLength());
    heap.publish(frame);
    if (syncCommits) {
      log.sync();
    }
    if (log.sizeBytes() > compactAbove) {
      compact();
    } else if (slots.wantsBarrier()) {
      barrier();
    }
  }

  /** Makes where pages stand durable; the log first, since their images contain its changes. */
  private void barrier() {
    log.sync();
    slots.barrier(log.lastFrame());
    log.append(BARRIER, new long[] {slots.sequence()}, 1);
  }

  private void compact() {
    heap.flush(log.lastFrame());
    barrier();
    log.rewrite(sink -> sink.append(BARRIER, new long[] {slots.sequence()}, 1));
    compactAbove = Math.max(logCapacity, 2 * log.sizeBytes());
  }

  /** Makes every commit durable. */
  public void sync() {
    heap.requireUsable();
    log.sync();
  }

  /** Writes everything to pages and empties the log. */
  public void flush() {
    heap.requireUsable();
    compact();
  }

  /** Makes every commit durable, unless something has failed, and closes the log. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (heap.isUsable()) {
        if (slots.isMoved()) {
          barrier();
        }
        log.sync();
      }
    } finally {
      heap.close();
      log.close();
    }
  }
}
