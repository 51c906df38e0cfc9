package org.flashgrove.storage.log;

import java.util.Arrays;
import java.util.function.Consumer;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.role.CapturedFrames;

/**
 * Writes the frames of a store to its log and counts their records. The constants are the frame
 * types. A frame is an array of 64-bit words.
 */
public final class StoreLog {
  /**
   * Frame type: a committed operation of a tree. Contains the changes and the tree's catalog, such
   * as root and height.
   */
  public static final int OPERATION = 1;

  /** Frame type: ids of flushed nodes, whose changes up to this frame are all on the device. */
  public static final int FLUSH = 2;

  /**
   * Frame type: whole catalog and node ids of a tree. It is the tree's first frame after a
   * compaction.
   */
  public static final int CATALOG = 3;

  /** Frame type: changes that were not on the device when the log was compacted. */
  public static final int CONTENT = 4;

  /** Frame type: pages of a structure that were moved or deleted, with {@code placement=free}. */
  public static final int MOVE = 5;

  /**
   * Frame type: a checkpoint is complete, so older superblocks are invalid. Contains the
   * checkpoint's sequence number.
   */
  public static final int CHECKPOINT = 6;

  /**
   * Frame type: a commit of several structures, or of one structure whose number is not 0. Contains
   * the number of sections, and for each section the structure's number, the section's type, its
   * number of words, and its words.
   */
  public static final int SECTIONS = 7;

  /** Frame type: committed changes to the pages of a heap file. */
  public static final int HEAP = 8;

  /**
   * Frame type: start of the state of a store that does not log commits ({@link SyncMode#BARRIER}).
   * The words are:
   *
   * <ol>
   *   <li>sequence number of the checkpoint to which the state belongs, or 0 with {@code
   *       placement=home}
   *   <li>number of the newest commit in the state
   *   <li>number of following frames that belong to the state; missing in logs before format 3
   * </ol>
   */
  public static final int STATE = 9;

  /** Frame type: pages are changed in place after this frame, so the previous state is invalid. */
  public static final int UNSETTLED = 10;

  /** Frame type: a committed operation of an index of components. */
  public static final int CHANGES = 11;

  /**
   * Frame type: an edit, which tells which blocks of an index of components become valid or
   * invalid.
   */
  public static final int EDIT = 12;

  /** Frame type: whole state of an index of components, as its first frame in a compacted log. */
  public static final int CHECKPOINT_IMAGE = 13;

  /**
   * Frame type: upper bound of the sequence numbers assigned to blocks of components, in one word.
   */
  public static final int SEQUENCES = 14;

  /** Frame type: an {@link #OPERATION} in the shorter form of {@code BriefForm}. */
  public static final int BRIEF = 15;

  public static final int STATE_WORDS = 3;

  /** Number of words of a STATE frame before log format 3, which added the third word. */
  public static final int OLD_STATE_WORDS = 2;

  /** Maximum number of words of a frame, see {@link AppendLog#append}. */
  public static final int MAX_FRAME_WORDS = 1 << 24;

  /** Number of header words of a section. */
  public static final int SECTION_HEAD_WORDS = 3;

  /** Number of header words of a MOVE frame: number of the structure, and count of the moves. */
  public static final int MOVE_HEAD_WORDS = 2;

  /** Number of words of each move in a MOVE frame: page id, place and version. */
  public static final int MOVE_WORDS = 3;

  private static final long LOGGED = -1;

  private final AppendLog log;
  private long records;
  private long compactions;
  private long[] flushed = new long[16];
  private long[] moves = new long[32];
  private int moveLength;
  private boolean countsFlushesOnly;

  /** Number of the newest commit if commits are not logged, otherwise -1. */
  private long unloggedCommit = LOGGED;

  private final AppendLog.FrameSink wholeFrame;

  /** Receives the moves of a MOVE frame. */
  @FunctionalInterface
  public interface MoveVisitor {
    /**
     * Receives one move.
     *
     * @param frame number of the MOVE frame
     * @param structure number of the structure in the store
     * @param pageId the moved page
     * @param place the page's new place, see {@link org.flashgrove.storage.placement.PageMap}
     * @param version number of the newest frame whose changes the image at that place contains
     */
    void move(long frame, long structure, long pageId, long place, long version);
  }

  /**
   * Visits the parts of a frame that belong to one structure, except moves and checkpoints.
   *
   * @throws DamagedStoreException if the frame is malformed
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

  /** Receives the positions of sections in a SECTIONS frame. */
  @FunctionalInterface
  interface SectionVisitor {
    /**
     * Receives one section.
     *
     * @param structure number of the structure in the store
     * @param type type of the section
     * @param from index of the section's first word in the frame
     * @param to index after the section's last word
     */
    void section(long structure, int type, int from, int to);
  }

  /**
   * Visits the sections of a SECTIONS frame, in order, up to the first malformed one.
   *
   * @throws DamagedStoreException if a section is malformed
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
   * Visits the moves of a MOVE frame, which all belong to one structure.
   *
   * @throws DamagedStoreException if the frame is malformed
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

  public StoreLog(AppendLog log) {
    this.log = log;
    wholeFrame = log::append;
  }

  /**
   * Returns the number of appended NEW, MOD, DEL and FLUSH records, except copies by compactions.
   */
  public long records() {
    return records;
  }

  /** Returns the number of compactions. */
  public long compactions() {
    return compactions;
  }

  /**
   * Returns the number of the newest frame, or of the newest commit if commits are not logged. A
   * page image that contains all changes so far has this number as its version.
   */
  public long lastFrame() {
    return isLogged() ? log.lastFrame() : unloggedCommit;
  }

  /**
   * Counts commits, moves and flushes from now on instead of logging them.
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
   * Appends the frame of a commit. If the operation consists of queued commits of one structure,
   * appends a frame for each of them.
   *
   * @return number of the last commit
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

  /** Appends a frame that belongs to one structure and is not a commit. Returns its number. */
  public long append(int structure, int type, long[] words, int length) {
    sectionsOf(structure, wholeFrame).append(type, words, length);
    return log.lastFrame();
  }

  /**
   * Returns a sink that appends each section of a structure to {@code sink} as a frame of its own.
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

  /** Builds a frame of several sections. */
  private static final class SectionFrame implements AppendLog.FrameSink {
    private long[] words = new long[256];
    private int length = 1;
    private int number;

    /** Sets the structure to which the next sections belong. */
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
   * Counts FLUSH records from now on instead of logging them. MOVE frames already tell which
   * changes are on the device.
   */
  public void stopLoggingFlushes() {
    countsFlushesOnly = true;
  }

  /** Returns whether the log has an older format, which the next compaction replaces. */
  public boolean isOfOlderFormat() {
    return log.isOfOlderFormat();
  }

  /** Starts a MOVE frame. Add moves with {@link #addMove}, then call {@link #finishMoves}. */
  public void startMoves(int tree) {
    moves[0] = tree;
    moveLength = MOVE_HEAD_WORDS;
  }

  /** Adds a move to the MOVE frame. */
  public void addMove(long nodeId, long place, long version) {
    if (moveLength + MOVE_WORDS > moves.length) {
      moves = Arrays.copyOf(moves, 2 * moves.length);
    }
    moves[moveLength++] = nodeId;
    moves[moveLength++] = place;
    moves[moveLength++] = version;
  }

  /** Appends the MOVE frame if commits are logged. */
  public void finishMoves() {
    if (isLogged()) {
      moves[1] = (moveLength - MOVE_HEAD_WORDS) / MOVE_WORDS;
      log.append(MOVE, moves, moveLength);
    }
  }

  /** Appends a MOVE frame for page images that were copied unchanged to other slots. */
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
   * Returns the number of frames that belong to a state, read from its STATE frame.
   *
   * @return at least 1; always 1 for a log before format 3, which does not contain the number
   */
  public static long framesOfState(long[] words, int length) {
    return length < STATE_WORDS ? 1 : words[2];
  }

  /** Appends the frames of a state that becomes current with the next superblock. */
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
   * Starts to replace the log's content while commits continue. For each frame of the new content,
   * an empty SECTIONS frame goes to the old log, so that later frames get the same numbers in both
   * logs.
   */
  AppendLog.Rewrite startCompaction() {
    return log.startRewrite(SECTIONS, new long[1]);
  }

  /** Finishes a compaction: the new content replaces the log. */
  void finishCompaction(AppendLog.Rewrite content) {
    content.finish();
    compactions++;
  }

  /** Adds {@code count} to the result of {@link #records}. */
  public void countRecords(long count) {
    records += count;
  }
}
