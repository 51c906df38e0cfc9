package org.flashgrove.salvage.heap;

import java.nio.ByteOrder;
import java.util.BitSet;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.salvage.page.LoggedPages;
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
 * <p>The index of a page is its index in {@link LoggedPages}. The scratch file contains two
 * versions of a page: after the newest frame applied so far, and before this frame. The older
 * version is used if a change of the newest frame cannot be applied.
 */
final class ChangedPages implements LoggedChange.Pages, AutoCloseable {
  private static final int NONE = LoggedPages.NONE;

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
  private final LoggedPages logged;
  private long[] baseVersions = {};
  private long[] storedFrames = {};
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

  private int prepared;
  private PageStore content;
  private final HeapPage work;
  private int workIndex = NONE;
  private boolean workChanged;
  private final long[] slot = new long[1];

  ChangedPages(LoggedPages logged, StoreDirectory scratch, int pageSize) {
    this.logged = logged;
    this.scratch = scratch;
    this.pageSize = pageSize;
    work = new HeapPage(AlignedBuffers.allocate(pageSize).order(ByteOrder.LITTLE_ENDIAN));
  }

  /**
   * Describes the image to which the changes of the page that is being prepared are applied.
   *
   * @param version number of the newest frame whose changes the image contains; changes up to this
   *     frame are not applied
   * @param isReplayed whether the log has changes of the page that the image lacks
   * @param isConfirmed whether the page map or the log names the slot of the image, or the page
   *     needs no image
   */
  void base(long version, boolean isReplayed, boolean isConfirmed) {
    baseVersions[prepared] = version;
    replayed.set(prepared, isReplayed);
    confirmed.set(prepared, isConfirmed);
  }

  /** Copies to the scratch file the images to which changes will be applied. */
  void prepare(Bases bases) {
    baseVersions = new long[logged.count()];
    storedFrames = new long[logged.count()];
    for (prepared = 0; prepared < logged.count(); prepared++) {
      long lastChange = logged.lastChange(prepared);
      HeapPage page = lastChange == 0 ? null : bases.base(logged.pageId(prepared), lastChange);
      if (page != null) {
        write(prepared, page);
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
    int index = logged.find(pageId);
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
    int index = logged.find(pageId);
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
    int index = logged.find(pageId);
    if (!present.get(index) && workIndex != index) {
      throw HeapPage.damaged(HeapDevice.FILE, pageId, "changed by the log, and lost");
    }
    load(index, true);
    return work;
  }

  @Override
  public HeapPage format(int kind, long pageId) {
    load(logged.find(pageId), false);
    work.format(kind, pageId);
    begun.set(logged.find(pageId));
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

  /**
   * Returns whether the log contains changes of a page that are missing in the page's base image,
   * to which the log's changes are applied.
   */
  boolean isReplayed(int index) {
    return index != NONE && replayed.get(index);
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
