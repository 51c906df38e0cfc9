package org.flashgrove.storage.heap.page;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.replacement.CachedPages;
import org.flashgrove.core.replacement.PolicyMaker;
import org.flashgrove.core.replacement.ReplacementPolicy;
import org.flashgrove.core.replacement.SharedFrames;

/**
 * The pages of a heap file in memory: at most {@code frames}, changed ones among them. When a
 * changed page must leave, all changed pages are written in one batch, in the order of their ids.
 *
 * <p>A full scan fills free frames and evicts no page ({@link #hasFreeFrame}): a file that fits is
 * read once, and of a larger file a second scan reads only the pages that did not fit. Under LRU,
 * ARC or 2Q alone it would read all of them. Other reads admit pages under the policy. Records of a
 * store use ARC (Megiddo and Modha, FAST 2003), which keeps pages used twice apart from pages used
 * once. 2Q sees reuse only after a page has left its first queue, so a long index scan evicts hot
 * pages of a buffer that was never full.
 *
 * <p>Under the store's lock; an image is valid as long as that is held and nothing else is asked
 * for.
 */
public final class HeapBuffer implements CachedPages {
  /** Fewest frames: fewer would write pages one by one. */
  static final int MIN_FRAMES = 8;

  private final HeapDevice device;
  private final ReplacementPolicy policy;
  private final SharedFrames shared;
  private HeapPage[] frames;
  private long[] dirtyIds = new long[64];
  private int dirtyCount;

  /**
   * Changed pages that had to make room after a write had failed. They stay in memory, beside the
   * frames, until the store is closed: no other place holds what they hold.
   */
  private final Map<Long, HeapPage> unwritten = new HashMap<>();

  private long hits;
  private long misses;
  private long flushes;

  public HeapBuffer(HeapDevice device, int frameCount, PolicyMaker maker) {
    if (frameCount < MIN_FRAMES) {
      throw new IllegalArgumentException(
          "heap buffer of " + frameCount + " frames (allowed: at least " + MIN_FRAMES + ")");
    }
    this.device = device;
    policy = maker.make(frameCount, 1, null, this);
    if (policy.mayRefuse()) {
      throw new IllegalArgumentException("a heap buffer needs a policy that keeps every page");
    }
    frames = new HeapPage[MIN_FRAMES];
    shared = new SharedFrames(policy, device.pageSize(), 0, MIN_FRAMES, device::trim);
  }

  /** Returns what adapts the number of frames to a share of memory. */
  public SharedFrames shared() {
    return shared;
  }

  public long hits() {
    return hits;
  }

  public long misses() {
    return misses;
  }

  public long flushes() {
    return flushes;
  }

  public int dirtyCount() {
    return dirtyCount;
  }

  public int pageCount() {
    return policy.size();
  }

  /** Returns whether a page can come without that another one leaves. */
  public boolean hasFreeFrame() {
    return shared.hasFree();
  }

  /** Returns the newest image of a page if it is here, or null. */
  public HeapPage find(long pageId) {
    int position = policy.position(pageId);
    if (position == ReplacementPolicy.NONE) {
      return unwritten(pageId);
    }
    hits++;
    policy.access(position, false);
    return frames[position];
  }

  /**
   * Returns the newest image of a page if it is here, or null. Not an access to the policy: the
   * reader that asks has used the page for the record before.
   */
  public HeapPage findAgain(long pageId) {
    HeapPage page = resident(pageId);
    hits += page == null ? 0 : 1;
    return page;
  }

  /** Takes over the newest image of a page that is not here, as the device holds it. */
  public void loaded(HeapPage page) {
    misses++;
    shared.missed(page.pageId());
    admit(page, false);
  }

  /** Returns the image of a page if it is here, without an access, or null. */
  public HeapPage resident(long pageId) {
    int position = policy.position(pageId);
    return position == ReplacementPolicy.NONE ? unwritten(pageId) : frames[position];
  }

  private HeapPage unwritten(long pageId) {
    return unwritten.isEmpty() ? null : unwritten.get(pageId);
  }

  /** Brings changed pages to the device if {@code more} pages could not come without that. */
  public void makeRoom(int more) {
    if (dirtyCount + more > policy.capacity()) {
      flush();
    }
  }

  private void admit(HeapPage page, boolean write) {
    int position = policy.admit(page.pageId(), 0, 1, write);
    if (position == ReplacementPolicy.NONE) {
      throw new IllegalStateException("the heap buffer's policy refuses a page");
    }
    if (position >= frames.length) {
      frames = Arrays.copyOf(frames, Math.max(position + 1, 2 * frames.length));
    }
    frames[position] = page;
  }

  /** Takes over the new image of a page, which a log frame already has. */
  public void publish(HeapPage page) {
    int position = policy.position(page.pageId());
    boolean wasDirty = false;
    if (position == ReplacementPolicy.NONE) {
      HeapPage before = unwritten.remove(page.pageId());
      if (before != null) {
        device.give(before);
      }
      shared.missed(page.pageId());
      admit(page, true);
    } else {
      wasDirty = policy.isDirty(position);
      HeapPage old = frames[position];
      frames[position] = page;
      device.give(old);
      policy.access(position, true);
    }
    if (!wasDirty) {
      dirtyCount++;
    }
  }

  @Override
  public boolean mayEvict(int position) {
    return true; // images are copied, or used under the store's lock
  }

  @Override
  public void evict(int[] positions, int count) {
    for (int i = 0; i < count; i++) {
      if (policy.isDirty(positions[i])) {
        flushIfPossible();
      }
    }
    for (int i = 0; i < count; i++) {
      HeapPage page = frames[positions[i]];
      frames[positions[i]] = null;
      shared.evicted(page.pageId());
      if (policy.isDirty(positions[i])) {
        unwritten.put(page.pageId(), page);
        dirtyCount--;
      } else {
        device.give(page);
      }
    }
  }

  /** Writes all changed pages, unless a write has failed or fails now, which the device notes. */
  private void flushIfPossible() {
    if (device.failure() == null) {
      try {
        flush();
      } catch (StoreException e) {
        return; // they stay changed; the store takes no further changes
      }
    }
  }

  /** Writes all changed pages. */
  public void flush() {
    if (device.failure() != null) {
      throw device.failure();
    }
    if (dirtyCount == 0) {
      return;
    }
    if (dirtyIds.length < dirtyCount) {
      dirtyIds = new long[2 * dirtyCount];
    }
    int count = 0;
    for (int position = 0; count < dirtyCount; position++) {
      if (frames[position] != null && policy.isDirty(position)) {
        dirtyIds[count++] = frames[position].pageId();
      }
    }
    Arrays.sort(dirtyIds, 0, count);
    for (int i = 0; i < count; i++) {
      device.append(frames[policy.position(dirtyIds[i])]);
    }
    device.finishBatch();
    for (int i = 0; i < count; i++) {
      policy.clean(policy.position(dirtyIds[i]));
    }
    dirtyCount = 0;
    flushes++;
  }
}
