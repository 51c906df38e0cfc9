package org.flashgrove.storage.node;

import java.util.Arrays;
import java.util.function.Consumer;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.node.TreeLayout;

/** What a node store writes to its log: the types of frames and the counts of what they hold. */
public final class StoreLog {
  /** A committed operation: catalog and changes. */
  static final int OPERATION = 1;

  /** Node ids whose changes so far are on the device. */
  static final int FLUSH = 2;

  /** The whole catalog and the node ids; first frame of a compacted log. */
  static final int CATALOG = 3;

  /** Changes that were not on the device when the log was compacted. */
  static final int CONTENT = 4;

  /** Nodes of a tree that stand in new slots, or are deleted: {@code placement=free}. */
  static final int MOVE = 5;

  /** The barrier of a sequence number is done: older superblocks are out of date. */
  static final int BARRIER = 6;

  /** Words before the moves of a MOVE frame: tree, number of moves. */
  static final int MOVE_HEAD_WORDS = 2;

  /** Words of a move: node id, place, version. */
  static final int MOVE_WORDS = 3;

  private static final int CONTENT_FRAME_WORDS = 1 << 16;

  private final AppendLog log;
  private long records;
  private long compactions;
  private long[] flushed = new long[16];
  private long[] moves = new long[32];
  private int moveLength;
  private boolean flushesToldByMoves;

  /** Writes to {@code log}. */
  public StoreLog(AppendLog log) {
    this.log = log;
  }

  /** NEW, MOD, DEL and FLUSH records appended, without compaction's copies. */
  public long records() {
    return records;
  }

  /** Number of compactions. */
  public long compactions() {
    return compactions;
  }

  /** Number of the newest frame. */
  public long lastFrame() {
    return log.lastFrame();
  }

  /** Appends the frame that commits an operation. */
  long operation(Catalog catalog, Changes changes) {
    int tail = catalog.fillFrame(changes.words());
    long[] words = changes.words();
    int length = changes.length();
    if (tail > 0) {
      words = Arrays.copyOf(words, length + tail);
      catalog.packExtra(words, length);
      length += tail;
    }
    records += changes.records();
    return log.append(OPERATION, words, length);
  }

  /** MOVE frames say which changes are on the device: FLUSH records are counted, not written. */
  void movesTellFlushes() {
    flushesToldByMoves = true;
  }

  /** Starts a MOVE frame. */
  void startMoves(int tree) {
    moves[0] = tree;
    moveLength = MOVE_HEAD_WORDS;
  }

  /** Adds a move to the frame. */
  void addMove(long nodeId, long place, long version) {
    if (moveLength + MOVE_WORDS > moves.length) {
      moves = Arrays.copyOf(moves, 2 * moves.length);
    }
    moves[moveLength++] = nodeId;
    moves[moveLength++] = place;
    moves[moveLength++] = version;
  }

  /** Appends the frame. */
  void finishMoves() {
    moves[1] = (moveLength - MOVE_HEAD_WORDS) / MOVE_WORDS;
    log.append(MOVE, moves, moveLength);
  }

  /** Appends a BARRIER frame. */
  void barrier(long sequence) {
    log.append(BARRIER, new long[] {sequence}, 1);
  }

  /** Appends a BARRIER frame to a compacted log. */
  void appendBarrier(AppendLog.FrameSink sink, long sequence) {
    sink.append(BARRIER, new long[] {sequence}, 1);
  }

  /** Appends a FLUSH frame for the first {@code count} of {@code nodeIds}. */
  public void flushed(long[] nodeIds, int count) {
    records++;
    if (flushesToldByMoves) {
      return;
    }
    if (count + 1 > flushed.length) {
      flushed = new long[2 * (count + 1)];
    }
    flushed[0] = count;
    System.arraycopy(nodeIds, 0, flushed, 1, count);
    log.append(FLUSH, flushed, count + 1);
  }

  /** Replaces the log's content. */
  void compact(Consumer<AppendLog.FrameSink> content) {
    log.rewrite(content);
    compactions++;
  }

  /** Appends CONTENT frames with what a buffer holds beyond the device. */
  void appendUnflushed(AppendLog.FrameSink sink, TreeLayout layout, NodeBuffer buffer) {
    Changes changes = new Changes(layout);
    changes.clear(0);
    buffer.unflushed(
        (kind, nodeId, level, words, at, count) -> {
          changes.append(kind, nodeId, level, words, at, count);
          cut(changes, sink, CONTENT_FRAME_WORDS);
        });
    cut(changes, sink, 0);
  }

  /** Ends a frame when more than {@code above} words are together. */
  private static void cut(Changes changes, AppendLog.FrameSink sink, int above) {
    if (changes.length() > above) {
      sink.append(CONTENT, changes.words(), changes.length());
      changes.clear(0);
    }
  }
}
