package org.flashgrove.literature.buffer.pool;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.flashgrove.core.page.AlignedBuffers;

/**
 * Memory of a page cache, divided into frames of one page each. The replacement policy identifies a
 * cached page by a position; this class knows the frame of the page at each position. Memory is
 * allocated on demand.
 */
final class SlotFrames {
  private static final int PIECE_BYTES = 1 << 20;
  private static final int NO_FRAME = -1;

  private final int pageSize;

  /**
   * Memory of the frames. Each buffer holds several frames and is allocated when one of them is
   * first used.
   */
  private final ByteBuffer[] pieces;

  private final int pieceFrames;
  private final int[] freeFrames;
  private int freeFrameCount;

  /** Number of the frame at each position of the replacement policy, or {@link #NO_FRAME}. */
  private int[] frameOf;

  /** Creates {@code count} free frames. */
  SlotFrames(int count, int pageSize) {
    this.pageSize = pageSize;
    pieceFrames = Math.max(1, Math.min(count, PIECE_BYTES / pageSize));
    pieces = new ByteBuffer[(count + pieceFrames - 1) / pieceFrames];
    freeFrames = new int[count];
    frameOf = new int[count + 1];
    Arrays.fill(frameOf, NO_FRAME);
    for (int frame = count - 1; frame >= 0; frame--) {
      freeFrames[freeFrameCount++] = frame; // so that frame 0 is taken first
    }
  }

  /** Returns a number greater than every position whose page has a frame. */
  int positions() {
    return frameOf.length;
  }

  /** Returns whether the page at a position has a frame. */
  boolean holds(int position) {
    return frameOf[position] != NO_FRAME;
  }

  /**
   * Copies the page at a position into a buffer.
   *
   * @param index index of the page in the buffer: the page starts at {@code index} times the page
   *     size
   */
  void load(int position, ByteBuffer into, int index) {
    int frame = frameOf[position];
    ByteBuffer piece = pieces[frame / pieceFrames];
    into.put(index * pageSize, piece, frame % pieceFrames * pageSize, pageSize);
  }

  /** Copies a page from a buffer into the frame at a position. */
  void fill(int position, ByteBuffer from, int index) {
    int frame = frameOf[position];
    int piece = frame / pieceFrames;
    if (pieces[piece] == null) {
      pieces[piece] = AlignedBuffers.allocate(pieceFrames * pageSize);
    }
    pieces[piece].put(frame % pieceFrames * pageSize, from, index * pageSize, pageSize);
  }

  /** Assigns a free frame to a position and copies a page from a buffer into it. */
  void place(int position, ByteBuffer from, int index) {
    if (position >= frameOf.length) {
      int old = frameOf.length;
      frameOf = Arrays.copyOf(frameOf, Math.max(position + 1, 2 * old));
      Arrays.fill(frameOf, old, frameOf.length, NO_FRAME);
    }
    frameOf[position] = freeFrames[--freeFrameCount];
    fill(position, from, index);
  }

  /** Frees the frame at a position. */
  void free(int position) {
    freeFrames[freeFrameCount++] = frameOf[position];
    frameOf[position] = NO_FRAME;
  }
}
