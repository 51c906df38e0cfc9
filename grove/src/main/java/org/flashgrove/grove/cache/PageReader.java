package org.flashgrove.grove.cache;

import java.util.Arrays;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.component.PageSink;

/**
 * Reads pages of blocks for one thread: those in the {@link PageCache} where they are, the others
 * in one batch from the store, to which the cache then belongs.
 *
 * <pre>
 *   reader.begin(era, false);
 *   try {
 *     reader.read(requests, use);
 *   } finally {
 *     reader.end();
 *   }
 * </pre>
 */
public final class PageReader implements PageSink {
  /** The most frames that left the cache and are kept to be filled again. */
  private static final int MOST_LEFT = 64;

  private final PageCache cache;
  private final ComponentStore store;
  private final PageRequests missing = new PageRequests();
  private int[] places = new int[16];
  private PageFrame[] cached = new PageFrame[16];
  private PageFrame[] loading = new PageFrame[16];
  private PageFrame[] idle = new PageFrame[16];
  private int idleCount;
  private PageFrame[] kept = new PageFrame[16];
  private int keptCount;
  private boolean keeps; // some bytes are needed until the end
  private final PageFrame[] left = new PageFrame[MOST_LEFT]; // a queue
  private int leftFirst;
  private int leftCount;
  private PageRequests wanted;
  private PageUse use;
  private Object era;
  private boolean lasting;
  private long requested;
  private long touched; // written alone: without it the touches could be left out
  private volatile long since = PageCache.NOBODY;

  PageReader(PageCache cache, ComponentStore store) {
    this.cache = cache;
    this.store = store;
  }

  /** Returns the epoch in which a query began; that of nobody if there is none. */
  long since() {
    return since;
  }

  /**
   * Begins to read.
   *
   * @param ofEra what the query sees of the index ({@link PageCache#retire})
   * @param beyondTheEnd whether bytes that the use says it needs stay as they are as long as it
   *     holds on to them, beyond {@link #end}: they are left to the garbage collector
   */
  public void begin(Object ofEra, boolean beyondTheEnd) {
    era = ofEra;
    lasting = beyondTheEnd;
    since = cache.epoch();
  }

  /** Ends what {@link #begin} began. */
  public void end() {
    since = PageCache.NOBODY;
    era = null;
    keeps = false;
    while (keptCount > 0) {
      PageFrame frame = kept[--keptCount];
      kept[keptCount] = null;
      if (!frame.lasting) {
        putAside(frame);
      }
    }
  }

  /** Returns the number of pages that were requested so far, in the cache or not. */
  public long requested() {
    return requested;
  }

  /** Returns the most pages that the cache holds, as it is now. */
  public long cached() {
    return cache.cached();
  }

  /** Reads pages, and hands over those in the cache at once, the others as they come. */
  public void read(PageRequests requests, PageUse newUse) {
    int count = requests.count();
    requested += count;
    if (places.length < count) {
      places = new int[2 * count];
      loading = Arrays.copyOf(loading, 2 * count);
      cached = new PageFrame[2 * count];
    }
    missing.clear();
    // All are looked up and touched before the first is used: the processor waits for memory once.
    for (int i = 0; i < count; i++) {
      cached[i] = cache.find(requests.block(i).sequence(), requests.page(i));
    }
    for (int i = 0; i < count; i++) {
      PageFrame frame = cached[i];
      if (frame != null) {
        touched += newUse.touch(i, frame.bytes);
      }
    }
    for (int i = 0; i < count; i++) {
      PageFrame frame = cached[i];
      if (frame != null && newUse.page(i, frame.bytes)) {
        keep(frame);
      }
    }
    // Only now may frames that have left be filled again.
    for (int i = 0; i < count; i++) {
      if (cached[i] == null && !isBeside(requests, i, newUse)) {
        places[missing.count()] = i;
        missing.add(requests.block(i), requests.page(i));
      }
    }
    if (missing.count() > 0) {
      load(requests, newUse);
    }
  }

  /**
   * Returns a page if the cache has it, as if it were requested, else null.
   *
   * @param needed whether the bytes are needed until {@link #end}, and not only before the next
   *     page is read
   */
  public byte[] cachedPage(Block block, int page, boolean needed) {
    PageFrame frame = cache.find(block.sequence(), page);
    if (frame == null) {
      return null;
    }
    requested++;
    if (needed) {
      keep(frame);
    }
    return frame.bytes;
  }

  /** Hands a page over that is outside of the heap; returns whether it was. */
  private boolean isBeside(PageRequests requests, int place, PageUse newUse) {
    if (cache.beside().isNone()) {
      return false;
    }
    PageFrame frame = take();
    long sequence = requests.block(place).sequence();
    if (!cache.beside().copyTo(sequence, requests.page(place), frame.bytes)) {
      putAside(frame);
      return false;
    }
    handOver(frame, requests, place, newUse);
    return true;
  }

  private void keep(PageFrame frame) {
    keeps = true;
    if (lasting && !frame.lasting) {
      frame.lasting = true;
    }
  }

  private void load(PageRequests requests, PageUse newUse) {
    wanted = requests;
    use = newUse;
    try {
      store.read(missing, this);
    } finally {
      wanted = null;
      use = null;
      for (int i = 0; i < missing.count(); i++) {
        if (loading[i] != null) { // reading failed
          putAside(loading[i]);
          loading[i] = null;
        }
      }
      missing.clear();
    }
  }

  @Override
  public byte[] frame(int index) {
    if (loading[index] == null) {
      loading[index] = take();
    }
    return loading[index].bytes;
  }

  @Override
  public void loaded(int index) {
    PageFrame frame = loading[index];
    loading[index] = null;
    int place = places[index];
    if (!cache.beside().isNone()) {
      cache.beside().keep(wanted.block(place).sequence(), wanted.page(place), frame.bytes);
    }
    handOver(frame, wanted, place, use);
  }

  /** Hands a page over, and offers it to the cache. */
  private void handOver(PageFrame frame, PageRequests requests, int place, PageUse newUse) {
    boolean needed = newUse.page(place, frame.bytes);
    if (needed) {
      keep(frame);
    }
    long sequence = requests.block(place).sequence();
    PageFrame out = cache.admit(frame, sequence, requests.page(place), era);
    if (out == frame) {
      if (needed) {
        addKept(frame);
      } else {
        putAside(frame);
      }
    } else if (out != null) {
      addLeft(out);
    }
  }

  private PageFrame take() {
    if (idleCount > 0) {
      PageFrame frame = idle[--idleCount];
      idle[idleCount] = null;
      return frame;
    }
    while (leftCount > 0 && isFree(left[leftFirst])) {
      PageFrame frame = left[leftFirst];
      dropFirstLeft();
      if (!frame.lasting) {
        return frame;
      }
    }
    return new PageFrame(store.pageSize());
  }

  /** Returns whether nobody looks at a frame any more, this reader included. */
  private boolean isFree(PageFrame frame) {
    return (!keeps || frame.left < since) && cache.isForgotten(frame, this);
  }

  private void dropFirstLeft() {
    left[leftFirst] = null;
    leftFirst = (leftFirst + 1) % MOST_LEFT;
    leftCount--;
  }

  private void addLeft(PageFrame frame) {
    if (leftCount == MOST_LEFT) {
      dropFirstLeft();
    }
    left[(leftFirst + leftCount++) % MOST_LEFT] = frame;
  }

  private void addKept(PageFrame frame) {
    if (keptCount == kept.length) {
      kept = Arrays.copyOf(kept, 2 * keptCount);
    }
    kept[keptCount++] = frame;
  }

  private void putAside(PageFrame frame) {
    if (idleCount == idle.length) {
      idle = Arrays.copyOf(idle, 2 * idleCount);
    }
    idle[idleCount++] = frame;
  }
}
