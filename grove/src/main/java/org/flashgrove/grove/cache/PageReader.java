package org.flashgrove.grove.cache;

import java.util.Arrays;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.component.PageSink;

/**
 * Reads pages of blocks for one thread. It uses pages of the {@link PageCache} on the heap in
 * place, and copies pages that the cache holds off heap. It reads all other pages from the store in
 * one batch, and offers them to the cache.
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
  /** Maximum number of evicted frames that this reader keeps to reuse their memory. */
  private static final int MOST_LEFT = 64;

  /**
   * At first, a page is decoded at one of 2^{@value} requests, on average. If the cache refuses
   * decoded entries, the exponent increases.
   */
  private static final int LEAST_SELDOM = 2;

  private static final int MOST_SELDOM = 8;
  private static final long DRAW_FACTOR = 6364136223846793005L;
  private static final long DRAW_STEP = 1442695040888963407L;

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
  private boolean keeps; // whether some bytes are needed until the end
  private final PageFrame[] left = new PageFrame[MOST_LEFT]; // a queue
  private int leftFirst;
  private int leftCount;
  private PageRequests wanted;
  private PageUse use;
  private Object era;
  private boolean lasting;
  private PageFrame current; // page that the use receives, if it is in the cache on the heap
  private long draw = 1;
  private int seldom = LEAST_SELDOM;
  private long requested;
  private long touched; // written but never read, so that the compiler keeps the reads
  private volatile long since = PageCache.NOBODY;

  PageReader(PageCache cache, ComponentStore store) {
    this.cache = cache;
    this.store = store;
  }

  /** Returns the epoch in which the current query began, or {@link PageCache#NOBODY}. */
  long since() {
    return since;
  }

  /**
   * Begins a query.
   *
   * @param ofEra state of the index that the query sees ({@link PageCache#retire})
   * @param beyondTheEnd whether the bytes that {@link PageUse#page} asks to keep stay valid even
   *     after {@link #end}. Their memory is then not reused but left to the garbage collector
   */
  public void begin(Object ofEra, boolean beyondTheEnd) {
    era = ofEra;
    lasting = beyondTheEnd;
    since = cache.epoch();
  }

  /** Ends the query and releases its pages. */
  public void end() {
    since = PageCache.NOBODY;
    current = null; // if a use failed
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

  /** Returns the number of pages requested so far, whether cached or not. */
  public long requested() {
    return requested;
  }

  /** Returns the current maximum number of cached pages. */
  public long cached() {
    return cache.cached();
  }

  /**
   * Reads pages and passes them to {@code newUse}: first the cached pages, then the others as they
   * arrive. This method is too long for inlining, so that it is compiled once for all searches.
   */
  public void read(PageRequests requests, PageUse newUse) {
    int count = requests.count();
    requested += count;
    if (places.length < count) {
      places = new int[2 * count];
      loading = Arrays.copyOf(loading, 2 * count);
      cached = new PageFrame[2 * count];
    }
    missing.clear();
    // All pages are looked up and touched before the first one is used, so that cache misses
    // overlap.
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
      current = frame;
      if (frame != null && newUse.page(i, frame.bytes)) {
        keep(frame);
      }
    }
    current = null;
    // Evicted frames may be reused only from here on.
    for (int i = 0; i < count; i++) {
      if (cached[i] == null && !isBeside(requests, i, newUse)) {
        places[missing.count()] = i;
        missing.add(requests.block(i), requests.page(i));
      }
    }
    if (missing.count() == 0) {
      return;
    }
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

  /**
   * Returns a page if it is cached, otherwise null. A returned page counts in {@link #requested}.
   *
   * @param needed whether the bytes must stay valid until {@link #end}; otherwise they stay valid
   *     only until the next read
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

  /**
   * Returns the decoded entries of the page that {@link PageUse#page} is receiving. Returns null if
   * the cache has none.
   */
  public long[] decoded() {
    PageFrame frame = current;
    if (frame == null) {
      return null;
    }
    long[] entries = frame.decoded;
    if (entries != null && !frame.decodedRead) {
      frame.decodedRead = true;
    }
    return entries;
  }

  /**
   * Returns whether the page that {@link PageUse#page} is receiving should be decoded, because it
   * is probably requested often. The answer is random, so that requests need not be counted in
   * memory that threads share.
   */
  public boolean shouldDecode() {
    if (current == null || current.decoded != null) {
      return false;
    }
    draw = draw * DRAW_FACTOR + DRAW_STEP;
    return draw >>> Long.SIZE - seldom == 0;
  }

  /** Returns a cached page, or null. Does not count as a request. */
  public byte[] peek(Block block, int page) {
    PageFrame frame = cache.peek(block.sequence(), page);
    return frame == null ? null : frame.bytes;
  }

  /**
   * Offers the decoded entries of the page that {@link PageUse#page} is receiving to the cache.
   *
   * @param entries decoded entries, which the caller must not change afterwards
   */
  public void keepDecoded(long[] entries) {
    boolean isKept = cache.keepDecoded(current, entries);
    seldom = isKept ? LEAST_SELDOM : Math.min(MOST_SELDOM, seldom + 1);
  }

  /**
   * If the off-heap cache holds the page of a request, passes the page to {@code newUse} and
   * returns true. Otherwise returns false.
   */
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

  /** Passes a page to {@code newUse}, and offers its frame to the cache. */
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

  /** Returns whether nobody, including this reader, uses a frame any more. */
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
