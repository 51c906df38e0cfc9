package org.flashgrove.salvage.heap;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.salvage.page.ImageIndex;
import org.flashgrove.storage.file.FilePageStore;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.heap.LoggedChange;
import org.flashgrove.storage.heap.page.HeapDevice;
import org.flashgrove.storage.heap.page.HeapPage;

/**
 * Heap pages that the remaining log of a damaged store mentions. The log's changes are applied to
 * the pages' images in a scratch file.
 *
 * <p>For each page, this class knows the slot of its newest move in the log, and the frame of its
 * last change. A move is a log record of the slot to which the page was written. The scratch file
 * contains two versions of a page: after the newest frame applied so far, and before this frame.
 * The older version is used if a change of the newest frame cannot be applied.
 */
final class ChangedPages implements LoggedChange.Pages, AutoCloseable {
  static final int NONE = LongIntMap.ABSENT;

  /** Maximum number of pages, which limits the memory even if the log is damaged. */
  private static final int MOST_PAGES = 2_000_000;

  private static final String FILE = "salvaged.pages";

  /** Finds the images to which the changes in the log are applied. */
  @FunctionalInterface
  interface Bases {
    /**
     * Returns the image to which the log's changes of a page are applied, or null if there is no
     * such image. The method must call {@link ChangedPages#base(long, boolean, boolean)} for the
     * page.
     *
     * @param lastChange number of the frame with the last change of the page
     */
    HeapPage base(long pageId, long lastChange);
  }

  private final StoreDirectory scratch;
  private final int pageSize;
  private final LongIntMap indices = new LongIntMap(1024);
  private long[] pageIds = new long[1024];
  private long[] lastChanges = new long[1024];
  private long[] baseVersions = new long[1024];
  private long[] storedFrames = new long[1024];
  private int[] movedTo = new int[1024];
  private long[] movedAt = new long[1024];
  private final BitSet movedAway = new BitSet();
  private final BitSet replayed = new BitSet();
  private final BitSet confirmed = new BitSet();
  private final BitSet present = new BitSet();
  private final BitSet begun = new BitSet();
  private final BitSet broken = new BitSet();

  /**
   * For each page, whether the second of its two slots in the scratch file contains the newer
   * image.
   */
  private final BitSet second = new BitSet();

  /**
   * Pages for which the scratch file still contains the image from before the newest applied frame.
   */
  private final BitSet kept = new BitSet();

  private int count;
  private int noted;
  private PageStore content;
  private final HeapPage work;
  private int workIndex = NONE;
  private boolean workChanged;
  private final long[] slot = new long[1];

  ChangedPages(StoreDirectory scratch, int pageSize) {
    this.scratch = scratch;
    this.pageSize = pageSize;
    work = new HeapPage(AlignedBuffers.allocate(pageSize).order(ByteOrder.LITTLE_ENDIAN));
  }

  /**
   * Selects the page to which the following calls of {@link #lastChange}, {@link #moved} and {@link
   * #base} refer.
   */
  ChangedPages note(long pageId) {
    noted = indices.get(pageId);
    if (noted == NONE) {
      if (count == MOST_PAGES) {
        throw new DamagedStoreException(
            "log", "heap page " + pageId, "the log names more pages than salvage can hold");
      }
      if (count == pageIds.length) {
        pageIds = Arrays.copyOf(pageIds, 2 * count);
        lastChanges = Arrays.copyOf(lastChanges, 2 * count);
        baseVersions = Arrays.copyOf(baseVersions, 2 * count);
        storedFrames = Arrays.copyOf(storedFrames, 2 * count);
        movedTo = Arrays.copyOf(movedTo, 2 * count);
        movedAt = Arrays.copyOf(movedAt, 2 * count);
      }
      noted = count++;
      pageIds[noted] = pageId;
      movedTo[noted] = ImageIndex.NONE;
      indices.put(pageId, noted);
    }
    return this;
  }

  void lastChange(long frame) {
    lastChanges[noted] = frame;
  }

  void moved(int image, long version) {
    movedTo[noted] = image;
    movedAt[noted] = version;
    movedAway.set(noted, image == ImageIndex.NONE);
  }

  /**
   * Describes the image to which the changes of the selected page are applied.
   *
   * @param version number of the newest frame whose changes the image contains; changes up to this
   *     frame are not applied
   * @param isReplayed whether the log has changes of the page that the image lacks
   * @param isConfirmed whether the page map or the log names the slot of the image, or the page
   *     needs no image
   */
  void base(long version, boolean isReplayed, boolean isConfirmed) {
    baseVersions[noted] = version;
    replayed.set(noted, isReplayed);
    confirmed.set(noted, isConfirmed);
  }

  /** Copies to the scratch file the images to which changes will be applied. */
  void prepare(Bases bases) {
    for (int i = 0; i < count; i++) {
      noted = i;
      HeapPage page = lastChanges[i] == 0 ? null : bases.base(pageIds[i], lastChanges[i]);
      if (page != null) {
        write(i, page);
      }
    }
  }

  private void write(int index, HeapPage page) {
    content().write(slot(index), 1, page.bytes());
    present.set(index);
    storedFrames[index] = page.version();
  }

  private long[] slot(int index) {
    slot[0] = 2L * index + (second.get(index) ? 1 : 0);
    return slot;
  }

  private PageStore content() {
    if (content == null) {
      content = FilePageStore.create(scratch, FILE, RawFile.Caching.BUFFERED, pageSize);
    }
    return content;
  }

  /**
   * Returns whether the changes of a page in a frame must be applied. They are skipped if the image
   * already contains them, or if an earlier change of the page failed.
   */
  boolean wants(long pageId, long frame) {
    int index = indices.get(pageId);
    if (workIndex == index && work.version() < frame) {
      store(); // as the frame before left it
    }
    return index != NONE
        && replayed.get(index)
        && !broken.get(index)
        && frame > baseVersions[index];
  }

  void applied(long pageId, long frame) {
    work.version(frame);
    workChanged = true;
  }

  /**
   * Must be called if a change in a frame cannot be applied to the page. Restores the content that
   * the page had before this frame.
   */
  void giveUp(long pageId, long frame) {
    int index = indices.get(pageId);
    broken.set(index);
    if (workIndex == index) {
      workChanged = false;
      workIndex = NONE;
    }
    if (present.get(index) && storedFrames[index] == frame) {
      second.flip(index);
      present.set(index, kept.get(index));
    }
  }

  @Override
  public HeapPage change(long pageId) {
    int index = indices.get(pageId);
    if (!present.get(index) && workIndex != index) {
      throw HeapPage.damaged(HeapDevice.FILE, pageId, "changed by the log, and lost");
    }
    load(index, true);
    return work;
  }

  @Override
  public HeapPage format(int kind, long pageId) {
    load(indices.get(pageId), false);
    work.format(kind, pageId);
    begun.set(indices.get(pageId));
    return work;
  }

  private void load(int index, boolean reads) {
    if (workIndex == index) {
      return;
    }
    finish();
    workIndex = index;
    if (reads) {
      content().read(slot(index), 1, work.bytes());
    }
  }

  /** Writes to the scratch file the page that was changed last. */
  void finish() {
    store();
    workIndex = NONE;
  }

  private void store() {
    if (workChanged) {
      if (present.get(workIndex) && storedFrames[workIndex] < work.version()) {
        second.flip(workIndex);
        kept.set(workIndex);
      }
      write(workIndex, work);
      workChanged = false;
    }
  }

  int count() {
    return count;
  }

  int find(long pageId) {
    return indices.get(pageId);
  }

  long pageId(int index) {
    return pageIds[index];
  }

  /**
   * Returns the image in the slot to which a page was last written according to the log. Returns
   * {@link ImageIndex#NONE} if the log names no slot of the page or the slot has no intact image.
   *
   * @param index index of the page in this object
   */
  int movedTo(int index) {
    return index == NONE ? ImageIndex.NONE : movedTo[index];
  }

  /**
   * Returns whether the log's newest record about the slot of a page says that the page has no
   * slot, because it was deleted.
   *
   * @param index index of the page in this object
   */
  boolean isMovedAway(int index) {
    return index != NONE && movedAway.get(index);
  }

  /**
   * Returns the version of the image that {@link #movedTo} returns: the number of the newest frame
   * whose changes this image contains.
   */
  long movedAt(int index) {
    return movedAt[index];
  }

  /** Returns whether the log contains changes of a page, and not only records of its slots. */
  boolean isChanged(int index) {
    return lastChanges[index] > 0;
  }

  /**
   * Returns whether the log contains changes of a page that are missing in the page's base image,
   * to which the log's changes are applied.
   */
  boolean isReplayed(int index) {
    return replayed.get(index);
  }

  /**
   * Returns whether a page certainly has the content that the newest commit left. This is so in two
   * cases, provided that every change could be applied:
   *
   * <ul>
   *   <li>The page map or the log names the image to which changes were applied, and this image
   *       contains all changes up to the last missing frame.
   *   <li>The log contains the page from its creation on, and no frame is missing.
   * </ul>
   *
   * @param lastMissing number of the last missing frame, or 0 if none is missing
   */
  boolean isCertain(int index, long lastMissing) {
    boolean based = confirmed.get(index) && baseVersions[index] >= lastMissing;
    return !broken.get(index) && (based || begun.get(index) && lastMissing == 0);
  }

  /**
   * Reads the content that a page has after all changes in the log. Returns false if the page is
   * lost or unused.
   */
  boolean read(int index, HeapPage into) {
    if (!present.get(index)) {
      return false;
    }
    content().read(slot(index), 1, into.bytes());
    return into.kind() != HeapPage.FREE;
  }

  @Override
  public void close() {
    if (content != null) {
      content.close();
      scratch.delete(FILE);
    }
  }
}
