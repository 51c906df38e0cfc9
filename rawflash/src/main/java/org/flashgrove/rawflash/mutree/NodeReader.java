package org.flashgrove.rawflash.mutree;

import org.flashgrove.rawflash.mutree.buffer.ReadBuffer;
import org.flashgrove.rawflash.mutree.layout.PageLayout;

/** Reads nodes of the tree through the read buffer. Not thread-safe. */
record NodeReader(
    FlashPages pages, BlockSpace space, PageLayout layout, ReadBuffer buffer, NodePool pool) {

  /**
   * Returns the frame of the read buffer that contains a node, after reading the node's page if
   * necessary.
   *
   * @param height number of levels of the tree
   */
  int fetch(int level, int page, int height) {
    int frame = buffer.access(level, page);
    if (frame != ReadBuffer.MISS) {
      return frame;
    }
    int belowRoot = (1 << (height - 1)) - 1;
    frame = buffer.admit(level, page, space.valid(page) & belowRoot);
    boolean read = false;
    try {
      pages.read(page, level, buffer.frame(frame));
      read = true;
    } finally {
      if (!read) {
        buffer.forget(page);
      }
    }
    for (int each = 1; each < height; each++) {
      buffer.count(each, frame, pages.header().count(each));
    }
    return frame;
  }

  /**
   * Copies a node into memory.
   *
   * @param counted whether the read buffer counts the request and keeps the node; false for garbage
   *     collection
   */
  Node load(int level, int page, int height, boolean counted) {
    int frame = counted ? fetch(level, page, height) : buffer.peek(level, page);
    if (frame == ReadBuffer.MISS) {
      pages.read(page, level);
    }
    Node node = pool.take(level, page);
    if (frame == ReadBuffer.MISS) {
      node.load(pages.content(), layout.offset(level), pages.header().count(level));
    } else {
      node.load(buffer.frame(frame), layout.offset(level), buffer.count(level, frame));
    }
    return node;
  }
}
