package org.flashgrove.storage.log;

import java.util.Arrays;
import java.util.function.Consumer;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.role.CapturedFrames;

/** Writes the frames of a store to its log, and counts the records in them. */
public final class StoreLog {
  /** A committed operation: catalog and changes. */
  public static final int OPERATION = 1;

  /** Node ids whose changes so far are on the device. */
  public static final int FLUSH = 2;

  /** The whole catalog and the node ids; first frame of a compacted log. */
  public static final int CATALOG = 3;

  /** Changes that were not on the device when the log was compacted. */
  public static final int CONTENT = 4;

  /** Pages of a structure that are in new slots, or deleted: {@code placement=free}. */
  public static final int MOVE = 5;

  /** The checkpoint of a sequence number is done: older superblocks are out of date. */
  public static final int CHECKPOINT = 6;

  /**
   * Commit of several structures, or of one other than number 0: the number of sections, and for
   * each {number, type, words that follow}.
   */
  public static final int SECTIONS = 7;

  /** Committed changes to the pages of a heap file. */
  public static final int HEAP = 8;

  /**
   * The state of a store that does not log commits ({@link SyncMode#BARRIER}) follows: sequence
   * number of the checkpoint it belongs to, 0 with {@code placement=home}; number of its newest
   * commit; number of frames behind this one that belong to it, absent in logs before format 3.
   */
  public static final int STATE = 9;

  /** Pages are written in place from now on: the state before is none any more. */
  public static final int UNSETTLED = 10;

  /** Operation of an index of components. A commit. */
  public static final int CHANGES = 11;

  /** Which blocks of an index of components count from now on. */
  public static final int EDIT = 12;

  /** All that an index of components is; only in a compacted log, before all else of the index. */
  public static final int CHECKPOINT_IMAGE = 13;

  /** A bound of the sequence numbers that blocks of components were given: one word. */
  public static final int SEQUENCES = 14;

  /**
   * A committed operation as {@link #OPERATION}, whose changes leave out what follows from others.
   */
  public static final int BRIEF = 15;

  /** Words of a STATE frame. */
  public static final int STATE_WORDS = 3;

  /** Words of a STATE frame before log format 3, which does not say how many frames follow. */
  public static final int OLD_STATE_WORDS = 2;

  /** Most words of a frame, see {@link AppendLog#append}. */
  public static final int MAX_FRAME_WORDS = 1 << 24;

  /** Words before the words of a section. */
  public static final int SECTION_HEAD_WORDS = 3;

  /** Words before the moves of a MOVE frame: tree, number of moves. */
  public static final int MOVE_HEAD_WORDS = 2;

  /** Words of a move: node id, place, version. */
  public static final int MOVE_WORDS = 3;

  private static final long LOGGED = -1;

  private final AppendLog log;
  private long records;
  private long compactions;
  private long[] flushed = new long[16];
  private long[] moves = new long[32];
  private int moveLength;
  private boolean countsFlushesOnly;

  /** Number of the newest commit if commits are not logged, else -1. */
  private long unloggedCommit = LOGGED;

  private final AppendLog.FrameSink wholeFrame;

  /** Receives the moves of a frame. */
  @FunctionalInterface
  public interface MoveVisitor {
    /**
     * Receives one move.
     *
     * @param frame number of the MOVE frame
     * @param structure number of the structure in the store
     * @param pageId the page
     * @param place the page's place since, see {@link org.flashgrove.storage.placement.PageMap}
     * @param version number of the newest frame whose changes the image at that place holds
     */
    void move(long frame, long structure, long pageId, long place, long version);
  }

  /**
   * Visits what a frame holds of one structure, without moves and checkpoints.
   *
   * @throws DamagedStoreException if the frame is impossible
   */
  public static void visitSections(
      int structure,
      long frame,
      int type,
      long[] words,
      int length,
      AppendLog.FrameVisitor visitor) {
    if (type != SECTIONS) {
      if (structure == 0 && type != MOVE) {
        visitor.frame(frame, type, words, length);
      }
      return;
    }
    visitSections(
        frame,
        words,
        length,
        (number, sectionType, from, to) -> {
          if (number == structure) {
            visitor.frame(frame, sectionType, Arrays.copyOfRange(words, from, to), to - from);
          }
        });
  }

  /** Receives where the sections of a SECTIONS frame are. */
  @FunctionalInterface
  interface SectionVisitor {
    /**
     * Receives one section.
     *
     * @param structure number of the structure in the store
     * @param type type of the section
     * @param from index of its first word in the frame
     * @param to index behind its last word
     */
    void section(long structure, int type, int from, int to);
  }

  /**
   * Visits the sections of a SECTIONS frame.
   *
   * @throws DamagedStoreException if the frame is impossible, before a section that is
   */
  static void visitSections(long frame, long[] words, int length, SectionVisitor visitor) {
    long count = length < 1 ? -1 : words[0];
    int at = 1;
    for (long i = 0; i < count && at + SECTION_HEAD_WORDS <= length; i++) {
      int from = at + SECTION_HEAD_WORDS;
      long size = words[at + 2];
      if (size < 0 || size > length - from) {
        break;
      }
      int to = from + (int) size;
      visitor.section(words[at], (int) words[at + 1], from, to);
      at = to;
    }
    if (count < 0 || at != length) {
      throw new DamagedStoreException("log", "frame " + frame, "impossible sections");
    }
  }

  /**
   * Visits the moves of a MOVE frame, which belong to one structure.
   *
   * @throws DamagedStoreException if the frame is impossible
   */
  public static void visitMoves(long frame, long[] words, int length, MoveVisitor visitor) {
    long count = length < MOVE_HEAD_WORDS ? -1 : words[1];
    long end = MOVE_HEAD_WORDS + count * MOVE_WORDS;
    if (count < 0 || count > length || end > length) {
      throw new DamagedStoreException("log", "frame " + frame, "impossible MOVE length");
    }
    for (int at = MOVE_HEAD_WORDS; at < end; at += MOVE_WORDS) {
      visitor.move(frame, words[0], words[at], words[at + 1], words[at + 2]);
    }
  }

  /** Creates the writer of frames to {@code log}. */
  public StoreLog(AppendLog log) {
    this.log = log;
    wholeFrame = log::append;
  }

  /** NEW, MOD, DEL and FLUSH records appended, without compaction's copies. */
  public long records() {
    return records;
  }

  /** Returns the number of compactions. */
  public long compactions() {
    return compactions;
  }

  /**
   * Returns the number of the newest frame, or of the newest commit if commits are not logged: the
   * version of an image that holds all changes so far.
   */
  public long lastFrame() {
    return isLogged() ? log.lastFrame() : unloggedCommit;
  }

  /**
   * Counts commits, moves and flushes from now on instead of writing them.
   *
   * @param newestCommit number of the newest commit so far
   */
  void stopLoggingCommits(long newestCommit) {
    unloggedCommit = newestCommit;
  }

  private boolean isLogged() {
    return unloggedCommit == LOGGED;
  }

  /**
   * Appends the frame that commits what structures staged, or a frame for each of the commits of
   * one structure that waited; returns the number of the last commit.
   */
  long commit(Committable[] parts) {
    if (!isLogged()) {
      return ++unloggedCommit;
    }
    if (parts.length == 1) {
      parts[0].describe(sectionsOf(parts[0].number(), wholeFrame));
    } else {
      SectionFrame frame = new SectionFrame();
      for (Committable part : parts) {
        frame.start(part.number());
        part.describe(frame);
      }
      log.append(SECTIONS, frame.words, frame.length);
    }
    return log.lastFrame();
  }

  /** Appends a frame of one structure that is no commit, and returns the frame's number. */
  public long append(int structure, int type, long[] words, int length) {
    sectionsOf(structure, wholeFrame).append(type, words, length);
    return log.lastFrame();
  }

  /**
   * Returns a sink for the sections of one structure in a compacted log, where each section is a
   * frame of its own.
   */
  static AppendLog.FrameSink sectionsOf(int number, AppendLog.FrameSink sink) {
    if (number == 0) {
      return sink;
    }
    return (type, words, length) -> {
      SectionFrame frame = new SectionFrame();
      frame.start(number);
      frame.append(type, words, length);
      sink.append(SECTIONS, frame.words, frame.length);
    };
  }

  /** Puts sections one behind the other. */
  private static final class SectionFrame implements AppendLog.FrameSink {
    private long[] words = new long[256];
    private int length = 1;
    private int number;

    /** Sets the structure of the sections that follow. */
    void start(int newNumber) {
      number = newNumber;
    }

    @Override
    public void append(int type, long[] source, int count) {
      int needed = length + SECTION_HEAD_WORDS + count;
      if (needed > words.length) {
        words = Arrays.copyOf(words, Math.max(needed, 2 * words.length));
      }
      words[0]++;
      words[length] = number;
      words[length + 1] = type;
      words[length + 2] = count;
      System.arraycopy(source, 0, words, length + SECTION_HEAD_WORDS, count);
      length = needed;
    }
  }

  /**
   * Counts FLUSH records from now on instead of writing them, because MOVE frames say which changes
   * are on the device.
   */
  public void stopLoggingFlushes() {
    countsFlushesOnly = true;
  }

  /**
   * Returns whether an earlier version wrote the log, in a format that the next compaction
   * replaces.
   */
  public boolean isOfOlderFormat() {
    return log.isOfOlderFormat();
  }

  /** Starts a MOVE frame. */
  public void startMoves(int tree) {
    moves[0] = tree;
    moveLength = MOVE_HEAD_WORDS;
  }

  /** Adds a move to the frame. */
  public void addMove(long nodeId, long place, long version) {
    if (moveLength + MOVE_WORDS > moves.length) {
      moves = Arrays.copyOf(moves, 2 * moves.length);
    }
    moves[moveLength++] = nodeId;
    moves[moveLength++] = place;
    moves[moveLength++] = version;
  }

  /** Appends the MOVE frame that was begun, if changes are logged. */
  public void finishMoves() {
    if (isLogged()) {
      moves[1] = (moveLength - MOVE_HEAD_WORDS) / MOVE_WORDS;
      log.append(MOVE, moves, moveLength);
    }
  }

  /** Appends a MOVE frame of images that went to other slots as they were. */
  void moved(int tree, int count, long[] nodeIds, long[] places, long[] versions) {
    startMoves(tree);
    for (int i = 0; i < count; i++) {
      addMove(nodeIds[i], places[i], versions[i]);
    }
    finishMoves();
  }

  /** Appends a CHECKPOINT frame. */
  void checkpoint(long sequence) {
    log.append(CHECKPOINT, new long[] {sequence}, 1);
  }

  /** Appends a CHECKPOINT frame to a compacted log. */
  void appendCheckpoint(AppendLog.FrameSink sink, long sequence) {
    sink.append(CHECKPOINT, new long[] {sequence}, 1);
  }

  /** Appends a FLUSH frame for the first {@code count} of {@code nodeIds}. */
  public void flushed(long[] nodeIds, int count) {
    if (!isLogged()) {
      return;
    }
    records++;
    if (countsFlushesOnly) {
      return;
    }
    if (count + 1 > flushed.length) {
      flushed = new long[2 * (count + 1)];
    }
    flushed[0] = count;
    System.arraycopy(nodeIds, 0, flushed, 1, count);
    log.append(FLUSH, flushed, count + 1);
  }

  /** Appends the state of a checkpoint. */
  static void appendState(
      AppendLog.FrameSink sink, long sequence, long commit, CapturedFrames content) {
    sink.append(STATE, new long[] {sequence, commit, content.size()}, STATE_WORDS);
    content.copyTo(sink);
  }

  /**
   * Returns the number of frames that belong to a state, by its STATE frame.
   *
   * @return at least 1; exactly 1 for a log before format 3, which does not contain the number
   */
  public static long framesOfState(long[] words, int length) {
    return length < STATE_WORDS ? 1 : words[2];
  }

  /** Appends the state of a checkpoint that comes next. */
  void state(long sequence, long commit, CapturedFrames content) {
    appendState(log::append, sequence, commit, content);
  }

  /** Appends an UNSETTLED frame. */
  void unsettled() {
    log.append(UNSETTLED, new long[0], 0);
  }

  /** Replaces the log's content. */
  void compact(Consumer<AppendLog.FrameSink> content) {
    log.rewrite(content);
    compactions++;
  }

  /**
   * Begins to replace the log's content while commits go on. In the log as it is, a SECTIONS frame
   * without sections has the number of each frame of the new content.
   */
  AppendLog.Rewrite startCompaction() {
    return log.startRewrite(SECTIONS, new long[1]);
  }

  /** Ends what {@link #startCompaction} began: the new content takes the log's place. */
  void finishCompaction(AppendLog.Rewrite content) {
    content.finish();
    compactions++;
  }

  /** Counts records that a section holds. */
  public void countRecords(long count) {
    records += count;
  }
}
