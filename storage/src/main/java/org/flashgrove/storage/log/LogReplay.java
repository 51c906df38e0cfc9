package org.flashgrove.storage.log;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.event.RecoveryEvent;
import org.flashgrove.storage.event.StoreEvents;
import org.flashgrove.storage.log.role.Replayable;
import org.flashgrove.storage.log.role.Replayed;
import org.flashgrove.storage.placement.FreePages;

/**
 * Replays a log when a store is opened: passes each frame to the structure that wrote it (Carniel's
 * thesis, 2019, Algorithm 10).
 *
 * <p>The algorithm of the thesis reads the log backwards. It skips a record if a later FLUSH record
 * shows that the record's page was written since. This class reads the log forwards twice instead.
 * The first pass finds the last FLUSH frame of each node. The second pass skips the node's records
 * before that frame. Both methods skip the same records, but this class does not need the whole log
 * in memory.
 *
 * <p>If commits are not logged ({@link SyncMode#BARRIER}), only the state that belongs to the
 * newest superblock is replayed. The changes in this state then count as changes of its newest
 * commit.
 */
final class LogReplay implements AppendLog.FrameVisitor {
  private static final String LOGGER = "org.flashgrove.storage";
  private static final long NONE = -1;

  private final AppendLog log;
  private final FreePages pages;
  private final Map<Integer, Replayable> parts = new TreeMap<>();
  private final Map<Long, Long> lastFlush = new HashMap<>();
  private final boolean holdsCommits;
  private final int numbers;

  /**
   * Checks the MOVE and CHECKPOINT frames while the frames of structures are replayed. Null if an
   * earlier pass over the log checks them, because it restores page maps.
   */
  private MoveReplay moveCheck;

  private List<Runnable> taking = List.of();
  private long taken;
  private MoveReplay movesBefore;
  private MoveReplay moves;
  private long frames;
  private long operations;
  private long lastCommit;
  private long stateFrame = NONE;
  private long stateFrames;
  private long newestState = NONE;
  private boolean isOfState;

  /**
   * Creates a replay.
   *
   * @param pages slots and page maps of {@code placement=free}, or null if pages are written in
   *     place
   * @param holdsCommits whether commits are frames of the log
   * @param numbers upper bound of structure numbers. A structure with a lower number that is not in
   *     {@code parts} was dropped, or its creation never finished
   */
  LogReplay(
      AppendLog log,
      FreePages pages,
      List<? extends Replayable> parts,
      boolean holdsCommits,
      int numbers) {
    this.log = log;
    this.pages = pages;
    this.holdsCommits = holdsCommits;
    this.numbers = numbers;
    for (Replayable part : parts) {
      if (this.parts.put(part.number(), part) != null) {
        throw new IllegalArgumentException(
            "structure number "
                + part.number()
                + ": used twice; give each structure its own number");
      }
    }
  }

  /**
   * Sets actions that copy content to the structures from another open instance of the same store.
   * The list is empty if nothing is copied.
   *
   * @param before replay of the other instance
   */
  void takeOver(List<Runnable> actions, LogReplay before) {
    taking = holdsCommits ? actions : List.of();
    taken = taking.isEmpty() ? 0 : before.lastCommit;
    movesBefore = taken > 0 ? before.moves : null;
  }

  /**
   * Replays the log, and reports what it found.
   *
   * @param name name of the store in events and messages
   */
  Recovery run(String name) {
    RecoveryEvent event = StoreEvents.recovery();
    Recovery recovery = run();
    if (event != null) {
      event.finish(
          name,
          recovery.frames(),
          recovery.operations(),
          recovery.changesApplied(),
          recovery.changesOnDevice(),
          log.sizeBytes(),
          recovery.tornBytes());
    }
    if (recovery.tornBytes() > 0 || recovery.movesLost() > 0) {
      System.getLogger(LOGGER)
          .log(
              System.Logger.Level.INFO,
              "{0}: recovered after a crash: replayed {1} commits, cut off {2} bytes of an"
                  + " incomplete frame, rebuilt {3} pages from the log",
              name,
              recovery.operations(),
              recovery.tornBytes(),
              recovery.movesLost());
    }
    return recovery;
  }

  private Recovery run() {
    requireLogOfPages();
    long movesLost = 0;
    if (pages != null) {
      pages.dropMaps(this::isDropped);
      moves = new MoveReplay(pages, parts, this::isDropped);
      boolean anyMoves = anyPart(Replayable::sharesSlots);
      boolean areMovesKnown = movesBefore != null && moves.continueFrom(movesBefore);
      movesBefore = null;
      if (anyMoves || !holdsCommits) {
        moves.run(log, anyMoves && !areMovesKnown ? pages.frame() : taken);
        movesLost = moves.lost();
      } else {
        moveCheck = moves;
      }
    }
    long lastFrame = log.lastFrame(); // copied pages may evict others, which appends MOVE frames
    if (movesLost == 0) {
      taking.forEach(Runnable::run);
    } else {
      taken = 0; // the log may hold changes of images that the other store had
    }
    if (holdsCommits && anyPart(Replayable::readsFlushes)) {
      log.replay(this::noteFlush);
    }
    for (Replayable part : parts.values()) {
      part.startReplay(lastFlush);
    }
    if (holdsCommits) {
      lastCommit = lastFrame;
      log.replay(firstSettled(), this);
      if (moveCheck != null) {
        moveCheck.requireNewest();
      }
    } else {
      log.replay(this::findState);
      requireState();
      log.replay(this::stateFrame);
    }
    long applied = 0;
    long onDevice = 0;
    for (Replayable part : parts.values()) {
      Replayed replayed = part.finishReplay(lastCommit);
      applied += replayed.applied();
      onDevice += replayed.onDevice();
    }
    return new Recovery(frames, operations, applied, onDevice, log.tornBytes(), movesLost);
  }

  /**
   * Returns the number of the newest frame such that no structure needs this frame or an earlier
   * frame.
   */
  private long firstSettled() {
    long first = parts.isEmpty() ? 0 : Long.MAX_VALUE;
    for (Replayable part : parts.values()) {
      first = Math.min(first, settled(part));
    }
    return first;
  }

  private boolean anyPart(Predicate<Replayable> which) {
    for (Replayable part : parts.values()) {
      if (which.test(part)) {
        return true;
      }
    }
    return false;
  }

  private long settled(Replayable part) {
    return taken == 0 ? 0 : part.settledFrame(taken);
  }

  /** Returns the number of the newest commit. */
  long lastCommit() {
    return lastCommit;
  }

  /**
   * Finds the last state, that is, the frames with the content of all structures, that belongs to
   * the newest superblock.
   *
   * <p>Several states can name the same superblock number. If the store crashes before it writes a
   * superblock, the next checkpoint writes another superblock with that number, and another state.
   */
  private void findState(long number, int type, long[] words, int length) {
    if (type == StoreLog.STATE) {
      boolean possible =
          length >= StoreLog.OLD_STATE_WORDS
              && StoreLog.framesOfState(words, length) >= 1
              && words[1] >= 0;
      if (!possible) {
        throw new DamagedStoreException("log", "frame " + number, "impossible STATE frame");
      }
      newestState = words[0];
      if (words[0] == sequence()) {
        stateFrame = number;
        stateFrames = StoreLog.framesOfState(words, length);
        lastCommit = words[1];
      }
    } else if (type == StoreLog.UNSETTLED) {
      throw new DamagedStoreException(
          "log",
          "frame " + number,
          "the store was not closed and does not log commits, so its pages are unknown; salvage it,"
              + " and create the new store with placement=free to keep the last checkpoint");
    }
  }

  /**
   * Handles a frame of a log of a store that does not log commits. Such a log contains the states
   * of checkpoints instead.
   */
  private void stateFrame(long number, int type, long[] words, int length) {
    if (type == StoreLog.STATE) {
      isOfState = number == stateFrame;
    } else if (isCommit(type)) {
      throw new DamagedStoreException(
          "log", "frame " + number, "is a commit, but the store does not log commits");
    } else if (isOfState) {
      frame(lastCommit, type, words, length);
    }
  }

  private long sequence() {
    return pages == null ? 0 : pages.sequence();
  }

  private void requireState() {
    if (stateFrame == NONE && (pages == null ? log.lastFrame() > 0 : !isNew())) {
      throw new DamagedStoreException(
          "log",
          "STATE frames",
          "none belongs to superblock "
              + sequence()
              + ", the newest of "
              + FreePages.FILE
              + (newestState == NONE
                  ? "; the log has no STATE frame"
                  : "; the last one belongs to superblock " + newestState));
    }
    if (stateFrame != NONE && log.lastFrame() - stateFrame < stateFrames) {
      throw new DamagedStoreException(
          "log",
          "frame " + (log.lastFrame() + 1),
          "is missing or damaged: "
              + stateFrames
              + " frames behind frame "
              + stateFrame
              + " belong to the state of superblock "
              + sequence()
              + ", the newest");
    }
  }

  /**
   * Throws if the log ends before the newest frame whose changes the pages contain. A checkpoint
   * syncs the log before it writes the superblock, so a crash cannot cause this. Either the log
   * file is older than the page file, or the log has lost its end.
   */
  private void requireLogOfPages() {
    if (pages != null && holdsCommits && log.lastFrame() < pages.frame()) {
      throw new DamagedStoreException(
          "log",
          "frame " + log.lastFrame(),
          "is the last one, but superblock "
              + pages.sequence()
              + " of "
              + FreePages.FILE
              + " contains all up to frame "
              + pages.frame()
              + ": the log is older than the pages or lost its end; restore the matching log, or"
              + " salvage the store");
    }
  }

  /** Returns whether the store has made no checkpoint since it was created. */
  private boolean isNew() {
    return pages.sequence() == FreePages.FIRST_SEQUENCE;
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
      case StoreLog.FLUSH -> {}
      case StoreLog.MOVE, StoreLog.CHECKPOINT -> {
        if (moveCheck != null) {
          moveCheck.frame(number, type, words, length);
        }
      }
      case StoreLog.SECTIONS -> sections(number, words, length);
      default -> {
        operations += isCommit(type) ? 1 : 0;
        if (!isDropped(0)) {
          replay(part(number, 0), number, type, words, length);
        }
      }
    }
  }

  private void replay(Replayable part, long number, int type, long[] words, int length) {
    if (number > settled(part)) {
      part.replay(number, type, words, length);
    }
  }

  private void sections(long number, long[] words, int length) {
    boolean[] commits = {false};
    StoreLog.visitSections(
        number,
        words,
        length,
        (structure, type, from, to) -> {
          commits[0] |= isCommit(type);
          if (!isDropped(structure)) {
            long[] section = Arrays.copyOfRange(words, from, to);
            replay(part(number, structure), number, type, section, to - from);
          }
        });
    operations += commits[0] ? 1 : 0;
  }

  private static boolean isCommit(int type) {
    return type == StoreLog.OPERATION
        || type == StoreLog.BRIEF
        || type == StoreLog.HEAP
        || type == StoreLog.CHANGES;
  }

  /**
   * Returns whether a structure was dropped or its creation never finished. The frames of such a
   * structure are skipped.
   */
  private boolean isDropped(long number) {
    return number >= 0 && number < numbers && !parts.containsKey((int) number);
  }

  private Replayable part(long frame, long number) {
    Replayable part = parts.get((int) number);
    if (part == null || part.number() != number) {
      throw new DamagedStoreException(
          "log",
          "frame " + frame,
          "changes structure " + number + ", which the store does not have");
    }
    return part;
  }
}
