package org.flashgrove.storage.heap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.Map;
import org.flashgrove.storage.heap.page.FreeSpaceMap;
import org.flashgrove.storage.heap.page.HeapBuffer;
import org.flashgrove.storage.heap.page.HeapCell;
import org.flashgrove.storage.heap.page.HeapDevice;
import org.flashgrove.storage.heap.page.HeapPage;
import org.flashgrove.storage.log.role.Replayed;
import org.flashgrove.storage.placement.PageMap;

/**
 * Applies logged changes to a heap file that is being opened. A change of a page or of the
 * free-space map is skipped if the stored page already contains it.
 */
final class HeapReplay implements HeapChanges.Consumer {
  private final HeapDevice device;
  private final HeapBuffer buffer;
  private final FreeSpaceMap spaces;
  private final StagedPages staged;
  private final LoggedChange logged;
  private final BitSet dataPages;
  private final Map<Long, Long> lostMoves;

  /** Versions of the stored pages of the free-space map. */
  private long[] mapVersions = new long[0];

  private long frame;
  private long known;
  private long settled = Long.MAX_VALUE;
  private long applied;
  private long onDevice;

  /**
   * Creates a replay.
   *
   * @param staged collects the changes of a frame and publishes them to {@code buffer}
   * @param dataPages pages that may contain records
   * @param lostMoves pages whose newest stored image was lost in a crash, each with the version of
   *     the lost image
   */
  HeapReplay(
      HeapDevice device,
      HeapBuffer buffer,
      FreeSpaceMap spaces,
      StagedPages staged,
      BitSet dataPages,
      Map<Long, Long> lostMoves) {
    this.device = device;
    this.buffer = buffer;
    this.spaces = spaces;
    this.staged = staged;
    logged = new LoggedChange(staged);
    this.dataPages = dataPages;
    this.lostMoves = lostMoves;
  }

  /**
   * Copies the free-space map of another open instance of the same heap file, which has restored
   * its map up to frame {@code frameOfOther}. Called instead of {@link #loadSpaces}.
   */
  void takeSpaces(FreeSpaceMap other, long frameOfOther) {
    spaces.copyOf(other);
    known = frameOfOther;
  }

  /**
   * Returns the greatest frame number, at most {@code last}, such that the device contains all
   * changes up to this frame.
   */
  long settledFrame(long last) {
    return Math.min(settled - 1, last);
  }

  /** Loads the free-space map from its stored pages. Called before any frame is replayed. */
  void loadSpaces() {
    PageMap map = device.map();
    int groups = 0;
    while (spaces.mapPage(groups) < map.pageBound()) {
      groups++;
    }
    mapVersions = new long[groups];
    HeapPage page = device.take();
    for (int group = 0; group < groups; group++) {
      long pageId = spaces.mapPage(group);
      mapVersions[group] = map.version(pageId);
      if (PageMap.isStored(map.place(pageId))) {
        device.read(page, pageId, map.place(pageId));
        if (page.kind() != HeapPage.FREE_SPACE_MAP) {
          throw HeapPage.damaged(HeapDevice.FILE, pageId, "is not a page of the free-space map");
        }
        spaces.load(group, page);
      }
    }
    device.give(page);
  }

  /** Applies those changes of a frame that the stored pages do not contain yet. */
  void frame(long newFrame, long[] words, int length) {
    frame = newFrame;
    HeapChanges.decode(words, length, device.pageSize(), this);
    spaces.keep(dataPages);
    staged.publish(frame, buffer);
  }

  @Override
  public void change(int kind, long pageId, int slot, int category, byte[] bytes, int length) {
    if (kind == HeapChanges.SEALED) {
      if (frame > known) {
        sealed(pageId, bytes, length);
      }
      return;
    }
    // the page map knows freed pages that the free-space map no longer contains
    long bound = Math.max(spaces.lastPage() + 3, device.map().pageBound());
    if (spaces.isMapPage(pageId) || pageId >= bound) {
      throw LoggedChange.damaged(frame, pageId, "is not a possible heap page");
    }
    int group = spaces.group(pageId);
    boolean isMapped = group < mapVersions.length && frame <= mapVersions[group];
    if (frame > known && !isMapped) {
      spaces.set(pageId, category, recordsAdded(kind, bytes, length));
    }
    if (!staged.contains(pageId) && device.map().version(pageId) >= frame) {
      staged.skip(pageId);
    }
    if (!staged.contains(pageId) || staged.get(pageId) != null) {
      applied++;
      settled = Math.min(settled, frame);
      logged.apply(frame, kind, pageId, slot, bytes, length);
    } else {
      onDevice++;
    }
  }

  /**
   * Replays a bulk load. Its pages were on the device before its log frame was written, so only the
   * free-space map changes.
   */
  private void sealed(long first, byte[] bytes, int length) {
    int pages = length - Long.BYTES;
    int group = spaces.group(first);
    for (int i = 0; i < pages; i++) {
      Long lost = lostMoves.get(first + i);
      if (lost != null && lost < frame) {
        throw LoggedChange.damaged(frame, first + i, "the page written for this frame is lost");
      }
    }
    if (pages < 1
        || first + pages > device.map().pageBound()
        || spaces.group(first + pages - 1) != group) {
      throw LoggedChange.damaged(frame, first, "impossible range of loaded pages");
    }
    onDevice += pages;
    if (group >= mapVersions.length || frame > mapVersions[group]) {
      long records = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
      if (records < 0 || records > (long) pages * device.pageSize()) {
        throw LoggedChange.damaged(
            frame, first, "impossible count of " + records + " records on " + pages + " pages");
      }
      for (int i = 0; i < pages; i++) {
        int added = i == 0 ? Math.toIntExact(records) : 0;
        spaces.set(first + i, bytes[Long.BYTES + i] & 0xFF, added);
      }
    }
  }

  private int recordsAdded(int kind, byte[] bytes, int length) {
    return switch (kind) {
      case HeapChanges.INSERT -> length > 0 && HeapCell.isHome(bytes[0]) ? 1 : 0;
      case HeapChanges.REMOVE -> -1;
      default -> 0;
    };
  }

  /**
   * Returns the number of changes that were applied, and the number that stored pages already
   * contained.
   */
  Replayed replayed() {
    return new Replayed(applied, onDevice);
  }
}
