package org.flashgrove.storage.log;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.role.Replayable;
import org.flashgrove.storage.placement.FreePages;
import org.flashgrove.storage.placement.PageMap;

/**
 * Restores the page maps when a store is opened, from the last checkpoint and from the later MOVE
 * frames of the log.
 *
 * <p>A MOVE frame names the new slot of a page. If a crash lost the image in that slot, the page's
 * previous move applies instead. The log still holds the changes that were made since the previous
 * move.
 */
final class MoveReplay implements AppendLog.FrameVisitor {
  private static final int KEPT_WORDS = 2;

  private final FreePages pages;

  /**
   * Moves of each page of each structure, oldest first. A move consists of the new place (slot and
   * checksum) and the version of the image at that place.
   */
  private final Map<Integer, Map<Long, long[]>> moves = new TreeMap<>();

  private final Map<Integer, Replayable> parts;
  private final LongPredicate dropped;
  private final long superblock;
  private long newestCheckpoint;
  private long lost;

  /**
   * Creates a replay of moves.
   *
   * @param pages the page maps to restore
   * @param parts the structures by their numbers
   * @param dropped tells whether the structure with a number was dropped; moves of dropped
   *     structures are skipped
   */
  MoveReplay(FreePages pages, Map<Integer, Replayable> parts, LongPredicate dropped) {
    this.pages = pages;
    this.parts = parts;
    this.dropped = dropped;
    superblock = pages.sequence();
  }

  /**
   * Takes over the moves that another replay of the same log has found. Does nothing if a newer
   * superblock was written since.
   *
   * @return whether the moves were taken over
   */
  boolean continueFrom(MoveReplay before) {
    if (before.superblock != pages.sequence()) {
      return false;
    }
    before.moves.forEach(
        (part, ofPart) -> {
          if (!dropped.test(part)) { // the structure may have been dropped since
            moves.put(part, new HashMap<>(ofPart));
          }
        });
    newestCheckpoint = before.newestCheckpoint;
    return true;
  }

  /**
   * Restores the page maps. No checkpoint is needed afterwards. {@link FreePages#open} has made the
   * images in the slots durable, and the log keeps the MOVE frames until the next checkpoint.
   *
   * @param after number of the last frame whose moves the maps already contain
   */
  void run(AppendLog log, long after) {
    log.replay(after, this);
    requireNewest();
    moves.forEach(
        (number, ofPart) ->
            ofPart.forEach((pageId, places) -> settle(parts.get(number), pageId, places)));
  }

  /** Throws if the log names a newer superblock than the one that was read. */
  void requireNewest() {
    if (newestCheckpoint > pages.sequence()) {
      throw new DamagedStoreException(
          FreePages.FILE,
          "pages 0 and 1",
          "the newest superblock is number "
              + pages.sequence()
              + ", but the log names number "
              + newestCheckpoint);
    }
  }

  /**
   * Returns the number of moves whose page image was lost in a crash. A page may be counted more
   * than once.
   */
  long lost() {
    return lost;
  }

  @Override
  public void frame(long number, int type, long[] words, int length) {
    if (type == StoreLog.CHECKPOINT && length >= 1) {
      newestCheckpoint = Math.max(newestCheckpoint, words[0]);
    } else if (type == StoreLog.MOVE && number > pages.frame()) {
      StoreLog.visitMoves(number, words, length, this::note);
    }
  }

  @Override
  public boolean wants(int type) {
    return type == StoreLog.CHECKPOINT || type == StoreLog.MOVE;
  }

  private void note(long frame, long structure, long pageId, long place, long version) {
    if (dropped.test(structure)) {
      return;
    }
    int part = (int) structure;
    Replayable moved = part == structure ? parts.get(part) : null;
    if (moved == null || !moved.sharesSlots()) {
      throw new DamagedStoreException(
          "log",
          "frame " + frame,
          "moves pages of structure " + structure + ", which has no page slots");
    }
    if (!pages.isPossible(part, pageId)) {
      throw new DamagedStoreException(
          "log", "frame " + frame, "moves the impossible page " + pageId);
    }
    Map<Long, long[]> ofPart = moves.computeIfAbsent(part, any -> new HashMap<>());
    long[] known = ofPart.getOrDefault(pageId, new long[0]);
    long[] more = Arrays.copyOf(known, known.length + KEPT_WORDS);
    more[known.length] = place;
    more[known.length + 1] = version;
    ofPart.put(pageId, more);
  }

  private void settle(Replayable part, long pageId, long[] places) {
    for (int at = places.length - KEPT_WORDS; at >= 0; at -= KEPT_WORDS) {
      long place = places[at];
      long version = places[at + 1];
      if (place == PageMap.DELETED) {
        pages.deleted(part.number(), pageId, version);
        reportLost(part, pageId, version, places, at + KEPT_WORDS);
        return;
      }
      if (PageMap.isStored(place) && part.holds(pageId, place)) {
        pages.recovered(
            part.number(), pageId, PageMap.slot(place), PageMap.checksum(place), version);
        reportLost(part, pageId, version, places, at + KEPT_WORDS);
        return;
      }
      lost++;
    }
    reportLost(part, pageId, pages.map(part.number()).version(pageId), places, 0);
  }

  /**
   * If images of a page were lost, reports the version of the oldest lost image to the page's
   * structure.
   *
   * @param found version of the image that was found; only newer images count as lost
   * @param from index of the first move to examine
   */
  private static void reportLost(
      Replayable part, long pageId, long found, long[] places, int from) {
    for (int at = from; at < places.length; at += KEPT_WORDS) {
      if (places[at + 1] > found) {
        part.lostMove(pageId, places[at + 1]);
        return;
      }
    }
  }
}
