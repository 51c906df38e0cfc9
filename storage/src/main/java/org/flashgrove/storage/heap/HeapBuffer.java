package org.flashgrove.storage.heap;

import java.util.Arrays;
import org.flashgrove.core.replacement.CachedPages;
import org.flashgrove.core.replacement.PolicyMaker;
import org.flashgrove.core.replacement.ReplacementPolicy;

/**
 * The pages of a heap file in memory: at most {@code frames}, changed ones among them. When a
 * changed page must leave, all changed pages are written in one batch, in the order of their ids.
 */
final class HeapBuffer implements CachedPages {
  /** Fewest frames: a record, its forward and its overflow page are pinned together. */
  static final int MIN_FRAMES = 8;

  private final HeapDevice device;
  private final ReplacementPolicy policy;
  private HeapPage[] frames;
  private long[] dirtyIds = new long[64];
  private int dirtyCount;
  private long hits;
  private long misses;
  private long flushes;

  HeapBuffer(HeapDevice device, int frameCount, PolicyMaker maker) {
    if (frameCount < MIN_FRAMES) {
      throw new IllegalArgumentException(
          "heap buffer of " + frameCount + " frames (allowed: at least " + MIN_FRAMES + ")");
    }
    this.device = device;
    policy = maker.make(frameCount, 1, null, this);
    if (policy.mayRefuse()) {
      throw new IllegalArgumentException("a heap buffer needs a policy that keeps every page");
    }
    frames = new HeapPage[frameCount];
  }

  long hits() {
    return hits;
  }

  long misses() {
    return misses;
  }

  long flushes() {
    return flushes;
  }

  int dirtyCount() {
    return dirtyCount;
  }

  int pageCount() {
    return policy.size();
  }

  /** The newest image of a page, read from the device if it must be; to be unpinned. */
  HeapPage pin(long pageId) {
    int position = policy.position(pageId);
    HeapPage page;
    if (position != ReplacementPolicy.NONE) {
      hits++;
      policy.access(position, false);
      page = frames[position];
    } else {
      misses++;
      page = device.take();
      try {
        device.read(page, pageId);
      } catch (RuntimeException e) {
        device.give(page);
        throw e;
      }
      admit(page, false);
    }
    page.pin();
    return page;
  }

  /** The image of a page if it is here, without an access, or null. */
  HeapPage resident(long pageId) {
    int position = policy.position(pageId);
    return position == ReplacementPolicy.NONE ? null : frames[position];
  }

  void unpin(HeapPage page) {
    if (page.unpin() == 0 && resident(page.pageId()) != page) {
      device.give(page);
    }
  }

  private void admit(HeapPage page, boolean write) {
    int position = policy.admit(page.pageId(), 0, 1, write);
    if (position == ReplacementPolicy.NONE) {
      throw new IllegalStateException(
          "all " + policy.capacity() + " frames of the heap buffer are in use");
    }
    if (position >= frames.length) {
      frames = Arrays.copyOf(frames, Math.max(position + 1, 2 * frames.length));
    }
    frames[position] = page;
  }

  /** Takes over the new image of a page, which a log frame already has. */
  void publish(HeapPage page) {
    int position = policy.position(page.pageId());
    boolean wasDirty = false;
    if (position == ReplacementPolicy.NONE) {
      admit(page, true);
    } else {
      wasDirty = policy.isDirty(position);
      HeapPage old = frames[position];
      frames[position] = page;
      if (!old.isPinned()) {
        device.give(old);
      }
      policy.access(position, true);
    }
    if (!wasDirty) {
      dirtyCount++;
    }
  }

  @Override
  public boolean mayEvict(int position) {
    return !frames[position].isPinned();
  }

  @Override
  public void evict(int[] positions, int count) {
    for (int i = 0; i < count; i++) {
      if (policy.isDirty(positions[i])) {
        flush();
      }
    }
    for (int i = 0; i < count; i++) {
      device.give(frames[positions[i]]);
      frames[positions[i]] = null;
    }
  }

  /** Writes all changed pages. */
  void flush() {
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
