package org.flashgrove.simulator.ftl.space;

import java.util.Arrays;
import org.flashgrove.core.flash.FlashGeometry;

/**
 * Open blocks, which are partly programmed. A stream has at most one open block per plane; a
 * <i>slot</i> is a pair of a stream and a plane.
 */
final class OpenBlocks {
  private static final int NONE = -1;

  private final FlashGeometry geometry;
  private final int planes;
  private final int[] planeOrder;
  private final int[] block;
  private final int[] index;
  private final int[] turn;

  OpenBlocks(int streams, FlashGeometry geometry) {
    this.geometry = geometry;
    planes = geometry.planeCount();
    planeOrder = channelsFirst(geometry);
    block = new int[streams * planes];
    Arrays.fill(block, NONE);
    index = new int[block.length];
    turn = new int[streams];
  }

  private static int[] channelsFirst(FlashGeometry geometry) {
    int[] order = new int[geometry.planeCount()];
    for (int i = 0; i < order.length; i++) {
      int die = i % geometry.dieCount();
      order[i] = die * geometry.planes() + i / geometry.dieCount();
    }
    return order;
  }

  /**
   * Returns the plane for a stream's next page. Successive calls change the channel first, then the
   * way, then the plane of the die.
   */
  int nextPlane(int stream) {
    int plane = planeOrder[turn[stream]];
    turn[stream] = turn[stream] + 1 == planes ? 0 : turn[stream] + 1;
    return plane;
  }

  /** Returns the slot of a stream in a plane. */
  int slot(int stream, int plane) {
    return stream * planes + plane;
  }

  /** Returns whether a slot has an open block. */
  boolean isOpen(int slot) {
    return block[slot] >= 0;
  }

  /** Returns the open block of a slot, or a negative number if the slot has none. */
  int block(int slot) {
    return block[slot];
  }

  /** Returns the next page to program in the open block of {@code slot}. */
  int nextPage(int slot) {
    return geometry.page(block[slot], index[slot]);
  }

  /**
   * Makes {@code newBlock} the open block of a slot; {@code nextIndex} is the index of the next
   * page to program in it.
   */
  void open(int slot, int newBlock, int nextIndex) {
    block[slot] = newBlock;
    index[slot] = nextIndex;
  }

  /**
   * Records that the next page of the open block was programmed. If the block is then full, closes
   * it and returns true.
   */
  boolean advance(int slot) {
    if (++index[slot] < geometry.pagesPerBlock()) {
      return false;
    }
    close(slot);
    return true;
  }

  /** Leaves a slot without an open block. */
  void close(int slot) {
    block[slot] = NONE;
  }

  /**
   * Returns one of a stream's slots with an open block. Returns a negative number if there is none.
   */
  int anyOf(int stream) {
    return firstOpen(slot(stream, 0), slot(stream + 1, 0));
  }

  /** Returns a slot that has an open block, or a negative number if no slot has one. */
  int any() {
    return firstOpen(0, block.length);
  }

  private int firstOpen(int from, int end) {
    for (int slot = from; slot < end; slot++) {
      if (isOpen(slot)) {
        return slot;
      }
    }
    return NONE;
  }

  /**
   * Returns the slot without an open block in {@code plane} whose stream number is the highest, or
   * a negative number if there is none.
   */
  int lastVacant(int plane) {
    for (int slot = block.length - planes + plane; slot >= 0; slot -= planes) {
      if (!isOpen(slot)) {
        return slot;
      }
    }
    return NONE;
  }
}
