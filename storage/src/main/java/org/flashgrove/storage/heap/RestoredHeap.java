package org.flashgrove.storage.heap;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.storage.heap.page.FreeSpaceMap;
import org.flashgrove.storage.heap.page.HeapBuffer;
import org.flashgrove.storage.heap.page.HeapDevice;
import org.flashgrove.storage.heap.page.HeapPage;
import org.flashgrove.storage.log.LogParticipant;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.role.Replayable;
import org.flashgrove.storage.log.role.Replayed;

/**
 * Connects a heap file to its store when the store is opened, and restores the heap file from the
 * log.
 */
abstract class RestoredHeap implements LogParticipant {
  private final int number;
  private final HeapDevice device;
  private final HeapBuffer buffer;
  private final FreeSpaceMap spaces;
  private final StagedPages staged;
  private final BitSet dataPages;
  private final Map<Long, Long> lostMoves = new HashMap<>();
  private HeapReplay replay;
  private RestoredHeap before; // of another store, until its free-space map was taken over
  private long replayedTo;
  private boolean hasBuffer; // whether the changes of that store's buffer were copied
  private long settledTo; // changes up to this frame were on the device when this was opened

  /**
   * Creates the connection of a heap file to its store.
   *
   * @param staged collects the changes of a frame and publishes them to {@code buffer}
   * @param dataPages receives the pages that may contain records
   */
  RestoredHeap(
      int number,
      HeapDevice device,
      HeapBuffer buffer,
      FreeSpaceMap spaces,
      StagedPages staged,
      BitSet dataPages) {
    this.number = number;
    this.device = device;
    this.buffer = buffer;
    this.spaces = spaces;
    this.staged = staged;
    this.dataPages = dataPages;
  }

  @Override
  public final String fileName() {
    return device.name();
  }

  @Override
  public final int number() {
    return number;
  }

  @Override
  public final boolean holds(long pageId, long place) {
    HeapPage page = device.take();
    boolean there = device.verifies(page, pageId, place);
    device.give(page);
    return there;
  }

  @Override
  public final void lostMove(long pageId, long version) {
    lostMoves.put(pageId, version);
  }

  /**
   * {@inheritDoc} The heap file takes over the free-space map of {@code other}. A writer never
   * replaces a stored image by an older one. Changes that were on the device when {@code other} was
   * opened are therefore still on the device now.
   */
  @Override
  public final Runnable takeOver(Replayable other) {
    if (!(other instanceof RestoredHeap part)) {
      return null;
    }
    return () -> {
      before = part;
      settledTo = part.settledTo;
      hasBuffer = takeBuffer(part);
    };
  }

  private boolean takeBuffer(RestoredHeap part) {
    part.lock().lock();
    try {
      return buffer.takeOver(part.buffer);
    } finally {
      part.lock().unlock();
    }
  }

  /** Returns the lock that guards the buffer. */
  abstract Lock lock();

  @Override
  public final long settledFrame(long taken) {
    return hasBuffer ? taken : Math.min(settledTo, taken);
  }

  @Override
  public final void startReplay(Map<Long, Long> lastFlush) {
    replay = new HeapReplay(device, buffer, spaces, staged, dataPages, lostMoves);
    if (before == null) {
      replay.loadSpaces();
    } else {
      replay.takeSpaces(before.spaces, before.replayedTo);
    }
    before = null;
  }

  @Override
  public final void replay(long frame, int type, long[] words, int length) {
    if (type != StoreLog.HEAP) {
      throw new DamagedStoreException(
          "log", "frame " + frame, "impossible frame type " + type + " for a heap file");
    }
    replay.frame(frame, words, length);
  }

  /**
   * Ends the replay. Returns the number of changes that were applied, and the number that stored
   * pages already contained.
   */
  final Replayed finish(long lastFrame) {
    spaces.markDataPages(dataPages);
    replayedTo = lastFrame;
    long settled = replay.settledFrame(lastFrame);
    settledTo = hasBuffer ? Math.min(settledTo, settled) : settled;
    hasBuffer = false;
    Replayed done = replay.replayed();
    replay = null;
    lostMoves.clear();
    return done;
  }
}
