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
 * Holds the heap pages that the remaining log of a damaged store names. For each page it knows the
 * slot of the newest move and the frame of the last change. It also has the content with the
 * changes of the log applied. A scratch file keeps two contents of each page: after the newest
 * frame applied so far, and after the frame before that. The older content counts if a change of
 * the newest frame cannot be applied.
 */
final class ChangedPages implements LoggedChange.Pages, AutoCloseable {
  static final int NONE = LongIntMap.ABSENT;

  /** Maximum number of pages, which limits the memory even if the log is damaged. */
  private static final int MOST_PAGES = 2_000_000;

  private static final String FILE = "salvaged.pages";

  /** Source of the images to which the changes of the log are applied. */
  @FunctionalInterface
  interface Bases {
    /**
     * Returns the image of a page to which the changes in the log are applied, or null if there is
     * no such image. The method calls {@link ChangedPages#base(long, boolean, boolean)} for the
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

  /** For each page, true if the second of its two images in the scratch file is the newer one. */
  private final BitSet second = new BitSet();

  /**
   * Pages whose older image in the scratch file is valid. It is the content of the page before the
   * newest applied frame.
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
   * Sets the page to which the following calls of {@link #lastChange}, {@link #moved} and {@link
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
   * Sets facts about the image to which the changes of the noted page are applied.
   *
   * @param version number of the newest frame whose changes the image contains; changes up to this
   *     frame are not applied
   * @param isReplayed whether the log has changes that the image lacks
   * @param isConfirmed whether the page map or a move names the image, or the page needs no image
   */
  void base(long version, boolean isReplayed, boolean isConfirmed) {
    baseVersions[noted] = version;
    replayed.set(noted, isReplayed);
    confirmed.set(noted, isConfirmed);
  }

  /** Writes to the scratch file the images to which changes will be applied. */
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

  /** Returns whether the changes of a page in a frame must be applied. */
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
   * Must be called if a change of a frame does not fit the page. Restores the content that the page
   * had before this frame.
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

  /** Writes the page that was changed last to the scratch file. */
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
   * Returns the image to which the page's newest move refers, or {@link ImageIndex#NONE} if there
   * is none. A move is a log record of the page's new slot.
   */
  int movedTo(int index) {
    return index == NONE ? ImageIndex.NONE : movedTo[index];
  }

  /**
   * Returns whether the page is unused according to its newest move, which is a log record of its
   * slot.
   */
  boolean isMovedAway(int index) {
    return index != NONE && movedAway.get(index);
  }

  /**
   * Returns the number of the newest frame whose changes the image of {@link #movedTo} contains.
   */
  long movedAt(int index) {
    return movedAt[index];
  }

  /** Returns whether the log contains changes of a page, rather than only moves. */
  boolean isChanged(int index) {
    return lastChanges[index] > 0;
  }

  /** Returns whether the log contains changes of a page that its image lacks. */
  boolean isReplayed(int index) {
    return replayed.get(index);
  }

  /**
   * Returns whether the content of a page is certainly that of the newest commit. This is so in two
   * cases, unless a change could not be applied. Either the page map or a move names the image to
   * which changes were applied, and this image contains all changes up to frame {@code
   * lastMissing}. Or the log contains the page from its creation on, and {@code lastMissing} is 0.
   *
   * @param lastMissing number of the last missing frame, or 0 if none is missing
   */
  boolean isCertain(int index, long lastMissing) {
    boolean based = confirmed.get(index) && baseVersions[index] >= lastMissing;
    return !broken.get(index) && (based || begun.get(index) && lastMissing == 0);
  }

  /**
   * Reads the content of a page after all changes in the log. Returns false if the page is lost or
   * unused.
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
