package org.flashgrove.simulator.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.storage.heap.HeapFile;
import org.flashgrove.storage.node.device.PageArea;

/**
 * Determines the origins in a file of node pages by the latest known content of each page. The
 * origin is {@code leaf} or {@code internal} according to the level in the page's header, {@code
 * heap} for pages of heap files, and {@code map} for page maps and superblocks. All other pages
 * have the origin {@code index}: pages not accessed since the file was opened, deleted nodes, pages
 * with changes to several nodes, and device pages that contain several kinds of pages.
 */
public final class NodeOrigins implements PageOrigins {
  private static final byte UNSEEN = -1;
  private static final Origin[] ORIGINS = Origin.values();
  private static final int SUPERBLOCKS = 2;

  private final int pageSize;
  private final boolean hasSuperblocks;
  private byte[] kinds = new byte[0];

  /**
   * Creates the origins of a file. No page content is known yet.
   *
   * @param pageSize size of an index page in bytes
   * @param hasSuperblocks whether the first two pages are superblocks ({@code placement=free})
   */
  public NodeOrigins(int pageSize, boolean hasSuperblocks) {
    this.pageSize = pageSize;
    this.hasSuperblocks = hasSuperblocks;
  }

  @Override
  public Origin of(long offset, int length) {
    long end = offset + length;
    Origin common = null;
    for (long slot = offset / pageSize; slot * pageSize < end; slot++) {
      Origin origin = ofSlot(slot);
      if (common != null && origin != null && origin != common) {
        return Origin.INDEX;
      }
      common = origin == null ? common : origin;
    }
    return common == null ? Origin.INDEX : common;
  }

  private Origin ofSlot(long slot) {
    if (hasSuperblocks && slot < SUPERBLOCKS) {
      return Origin.MAP;
    }
    boolean seen = slot < kinds.length && kinds[(int) slot] != UNSEEN;
    return seen ? ORIGINS[kinds[(int) slot]] : null;
  }

  @Override
  public void seen(long offset, ByteBuffer bytes, int at, int length) {
    long end = offset + length;
    for (long slot = (offset + pageSize - 1) / pageSize; (slot + 1) * pageSize <= end; slot++) {
      note((int) slot, kind(bytes, at + (int) (slot * pageSize - offset)));
    }
  }

  private static byte kind(ByteBuffer bytes, int at) {
    int level = NodePage.levelAt(bytes, at);
    if (level == NodePage.NO_NODE) {
      if (HeapFile.isPage(bytes, at)) {
        return (byte) Origin.HEAP.ordinal();
      }
      if (PageArea.isPage(bytes, at)) {
        return (byte) Origin.INDEX.ordinal();
      }
      boolean blank = bytes.getLong(at) == 0;
      return blank ? UNSEEN : (byte) Origin.MAP.ordinal();
    }
    Origin origin = level == 0 ? Origin.LEAF : level > 0 ? Origin.INTERNAL : Origin.INDEX;
    return (byte) origin.ordinal();
  }

  private void note(int slot, byte kind) {
    if (slot >= kinds.length) {
      int before = kinds.length;
      kinds = Arrays.copyOf(kinds, Math.max(slot + 1, 2 * before));
      Arrays.fill(kinds, before, kinds.length, UNSEEN);
    }
    kinds[slot] = kind;
  }
}
