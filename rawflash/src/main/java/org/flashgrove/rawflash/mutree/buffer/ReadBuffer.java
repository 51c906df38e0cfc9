package org.flashgrove.rawflash.mutree.buffer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.rawflash.mutree.layout.PageLayout;

/**
 * Keeps flash pages, or nodes of them, in memory between look-ups. A node is known by its level and
 * the flash page that holds its newest copy; the root is not kept here.
 *
 * <p>The tree asks {@link #access} first. If that is a {@link #MISS}, it calls {@link #admit},
 * reads the page into the frame that this returns, and sets how many entries its nodes have. In a
 * frame, a node lies where it lay in its page.
 */
public abstract class ReadBuffer {
  /** Not in the buffer. */
  public static final int MISS = -1;

  /** No flash page. */
  static final int EMPTY = -1;

  /** The division of pages between the levels. */
  final PageLayout layout;

  private static final int PIECE_BYTES = 1 << 18;

  private final int pageBytes;

  /** Memory of the frames in pieces of some frames each, allocated when a page comes there. */
  private final ByteBuffer[] pieces;

  private final ByteBuffer[] frames;
  private final int[][] counts;
  private long hits;
  private long misses;

  ReadBuffer(int pageCount, int pageBytes, PageLayout layout) {
    if (pageCount < 1) {
      throw new IllegalArgumentException(
          "read buffer of " + pageCount + " pages (allowed: 1 or more)");
    }
    this.layout = layout;
    this.pageBytes = pageBytes;
    frames = new ByteBuffer[pageCount];
    pieces = new ByteBuffer[frames.length / framesOfPiece() + 1];
    counts = new int[PageLayout.MAX_HEIGHT + 1][pageCount];
  }

  /** Returns the number of pages that fit. */
  public final int pageCount() {
    return frames.length;
  }

  /** Returns the number of look-ups answered from memory. */
  public final long hits() {
    return hits;
  }

  /** Returns the number of look-ups for which a page was read. */
  public final long misses() {
    return misses;
  }

  /**
   * Looks for a node and counts it as used.
   *
   * @return its frame, or {@link #MISS}
   */
  public final int access(int level, int page) {
    int frame = use(level, page);
    if (frame == MISS) {
      misses++;
    } else {
      hits++;
    }
    return frame;
  }

  /** Looks for a node and makes it the most recently used; its frame or {@link #MISS}. */
  abstract int use(int level, int page);

  /** Looks for a node without any effect; its frame or {@link #MISS}. */
  public abstract int peek(int level, int page);

  /**
   * Makes room for a page after a miss.
   *
   * @param level level of the node that was looked for
   * @param page the flash page
   * @param validLevels bit {@code l - 1} for each level {@code l} below the root at which the page
   *     holds the newest copy of a node
   * @return the frame to read it into
   */
  public abstract int admit(int level, int page, int validLevels);

  /**
   * Notes that a node was written elsewhere: its copy in {@code page} is not looked for any more.
   */
  public abstract void supersede(int level, int page);

  /** Forgets all nodes of a page, whose block was erased or which could not be read. */
  public abstract void forget(int page);

  /** Sets the tree's height, which has changed, and forgets everything. */
  public abstract void height(int height);

  private int framesOfPiece() {
    return Math.max(1, Math.min(frames.length, PIECE_BYTES / pageBytes));
  }

  /** Returns the content of a frame, little endian. */
  public final ByteBuffer frame(int frame) {
    if (frames[frame] == null) {
      int count = framesOfPiece();
      int piece = frame / count;
      if (pieces[piece] == null) {
        pieces[piece] = ByteBuffer.allocateDirect(count * pageBytes);
      }
      int at = frame % count * pageBytes;
      frames[frame] = pieces[piece].slice(at, pageBytes).order(ByteOrder.LITTLE_ENDIAN);
    }
    return frames[frame];
  }

  /** Returns the number of entries of the node of a level in a frame. */
  public final int count(int level, int frame) {
    return counts[level][frame];
  }

  /** Sets the number of entries of the node of a level that was read into a frame. */
  public final void count(int level, int frame, int entryCount) {
    counts[level][frame] = entryCount;
  }

  /** Copies the node of a level from one frame to another. */
  final void copyNode(int level, int from, int to) {
    int at = layout.offset(level);
    frame(to).put(at, frame(from), at, layout.offset(level - 1) - at);
    counts[level][to] = counts[level][from];
  }
}
