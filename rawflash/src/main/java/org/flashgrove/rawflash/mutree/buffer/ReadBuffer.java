package org.flashgrove.rawflash.mutree.buffer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.rawflash.mutree.layout.PageLayout;

/**
 * Caches flash pages, or single nodes of flash pages, between look-ups. A node is identified by its
 * level and the flash page with its latest copy. The root is not cached here.
 *
 * <p>The tree calls {@link #access} first. After a {@link #MISS} it calls {@link #admit}, reads the
 * page into the returned frame, and sets the number of entries in its nodes. A node has the same
 * offset in a frame as in its page.
 */
public abstract class ReadBuffer {
  /** Value that means that a node is not in the buffer. */
  public static final int MISS = -1;

  /** Value that means no flash page. */
  static final int EMPTY = -1;

  /** The layout of the nodes in a page. */
  final PageLayout layout;

  private static final int PIECE_BYTES = 1 << 18;

  private final int pageBytes;

  /**
   * Memory of the frames. Each element has the memory of several frames and is allocated when the
   * first of these frames is used.
   */
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

  /** Returns the capacity in pages. */
  public final int pageCount() {
    return frames.length;
  }

  /** Returns the number of requests for cached nodes. */
  public final long hits() {
    return hits;
  }

  /** Returns the number of requests for nodes that were not cached. */
  public final long misses() {
    return misses;
  }

  /**
   * Looks for a node, counts the request, and makes the node the most recently used one.
   *
   * @return frame with the node, or {@link #MISS}
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

  /** Finds a node and makes it the most recently used one. Returns its frame, or {@link #MISS}. */
  abstract int use(int level, int page);

  /** Finds a node without side effects. Returns its frame, or {@link #MISS}. */
  public abstract int peek(int level, int page);

  /**
   * Makes room for a page after a miss.
   *
   * @param level level of the requested node
   * @param page the flash page
   * @param validLevels bit {@code l - 1} is set for each level {@code l} below the root at which
   *     the page contains the latest copy of a node
   * @return frame into which the page must be read
   */
  public abstract int admit(int level, int page, int validLevels);

  /**
   * Called when a newer copy of a node was written. The copy in {@code page} will not be requested
   * any more.
   */
  public abstract void supersede(int level, int page);

  /** Drops all nodes of a page that was erased or is unreadable. */
  public abstract void forget(int page);

  /** Called when the height of the tree has changed. Drops all nodes. */
  public abstract void height(int height);

  private int framesOfPiece() {
    return Math.max(1, Math.min(frames.length, PIECE_BYTES / pageBytes));
  }

  /** Returns the content of a frame. Its byte order is little endian. */
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

  /** Returns the number of entries in the node at a level in a frame. */
  public final int count(int level, int frame) {
    return counts[level][frame];
  }

  /** Sets the number of entries in a node that was read into a frame. */
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
