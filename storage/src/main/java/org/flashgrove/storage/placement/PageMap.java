package org.flashgrove.storage.placement;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.LongConsumer;

/**
 * Maps the page ids of a structure to places. A place consists of the slot and the checksum of the
 * page's newest stored image. An entry of 16 bytes contains the place and the version of the image:
 * the number of the newest log frame whose changes the image contains. The map is stored in chunks,
 * each of which fills one page.
 *
 * <p>A place is a single word {slot: 32 bits, CRC-32C of the image: 32 bits}. Readers can therefore
 * read a consistent place without a lock while the writer moves pages.
 */
public final class PageMap {
  /** Value that stands for the place of a page that was never stored. */
  public static final long NEVER = 0;

  /** Value that stands for the place of a deleted page. */
  public static final long DELETED = 0xFFFF_FFFFL << 32;

  private static final int ENTRY_WORDS = 2;
  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

  private final int chunkEntries;
  private final BitSet changed = new BitSet();
  private volatile long[][] chunks = new long[0][];
  private long[] chunkPlaces = new long[0];

  /** Creates an empty map whose chunks have {@code chunkEntries} entries each. */
  PageMap(int chunkEntries) {
    this.chunkEntries = chunkEntries;
  }

  /** Combines a slot (1 to 2^32 - 2) and a checksum into a place. */
  public static long place(long slot, int checksum) {
    return slot << 32 | checksum & 0xFFFF_FFFFL;
  }

  /** Returns the slot of a place, which must not be {@link #NEVER} or {@link #DELETED}. */
  public static long slot(long place) {
    return place >>> 32;
  }

  /** Returns the checksum of the image at a place. */
  public static int checksum(long place) {
    return (int) place;
  }

  /** Returns whether a place refers to an image. */
  public static boolean isStored(long place) {
    return place != NEVER && place != DELETED;
  }

  /**
   * Returns the place (slot and checksum) of a page's newest image. Returns {@link #NEVER} or
   * {@link #DELETED} if there is no image.
   */
  public long place(long pageId) {
    long[] chunk = chunk(pageId);
    return chunk == null ? NEVER : (long) WORDS.getAcquire(chunk, index(pageId));
  }

  /** Returns the version of a page's image, or -1 if the page was never stored. */
  public long version(long pageId) {
    long[] chunk = chunk(pageId);
    if (chunk == null || chunk[index(pageId)] == NEVER) {
      return -1;
    }
    return chunk[index(pageId) + 1];
  }

  private long[] chunk(long pageId) {
    long[][] now = chunks;
    long number = pageId / chunkEntries;
    return number < now.length ? now[(int) number] : null;
  }

  private int index(long pageId) {
    return ENTRY_WORDS * (int) (pageId % chunkEntries);
  }

  /**
   * Sets the place (slot and checksum) of a page's newest image. {@link #NEVER} removes the page.
   */
  void move(long pageId, long place, long version) {
    int number = Math.toIntExact(pageId / chunkEntries);
    long[] chunk = ensureChunk(number);
    chunk[index(pageId) + 1] = version;
    WORDS.setRelease(chunk, index(pageId), place);
    changed.set(number);
  }

  private long[] ensureChunk(int number) {
    long[][] now = chunks;
    if (number >= now.length) {
      now = Arrays.copyOf(now, Math.max(number + 1, now.length + now.length / 2));
      chunkPlaces = Arrays.copyOf(chunkPlaces, now.length);
    }
    if (now[number] == null) {
      now = now == chunks ? now.clone() : now;
      now[number] = new long[ENTRY_WORDS * chunkEntries];
      chunks = now;
    }
    return now[number];
  }

  /** Returns a number that is greater than the id of every page that was ever stored. */
  public long pageBound() {
    return (long) chunks.length * chunkEntries;
  }

  /**
   * Returns the number of chunks, including chunks without entries, which do not exist in memory.
   */
  int chunkCount() {
    return chunks.length;
  }

  /** Returns the entries of a chunk as words, or null if the chunk has no entries. */
  long[] chunkWords(int number) {
    return chunks[number];
  }

  /** Returns the place of a stored chunk, or {@link #NEVER}. */
  long chunkPlace(int number) {
    return chunkPlaces[number];
  }

  /** Sets the place of a chunk after it was stored. */
  void chunkStored(int number, long place) {
    chunkPlaces[number] = place;
    changed.clear(number);
  }

  /**
   * Marks the chunks that are stored in slot {@code end} or a later slot as changed. The next
   * checkpoint then writes them to other slots.
   */
  void rewriteChunksBehind(long end) {
    for (int i = 0; i < chunks.length; i++) {
      if (chunkPlaces[i] != NEVER && slot(chunkPlaces[i]) >= end) {
        changed.set(i);
      }
    }
  }

  /** Sets the content of a chunk that was read from the device. */
  void load(int number, long place, long[] words) {
    System.arraycopy(words, 0, ensureChunk(number), 0, ENTRY_WORDS * chunkEntries);
    chunkPlaces[number] = place;
  }

  /** Visits the places of all images and of all stored chunks. */
  void visitPlaces(LongConsumer visitor) {
    for (int number = 0; number < chunks.length; number++) {
      if (chunkPlaces[number] != NEVER) {
        visitor.accept(chunkPlaces[number]);
      }
      long[] chunk = chunks[number];
      for (int i = 0; chunk != null && i < chunk.length; i += ENTRY_WORDS) {
        if (isStored(chunk[i])) {
          visitor.accept(chunk[i]);
        }
      }
    }
  }

  /**
   * Returns the lowest number, at least {@code from}, of a chunk that has changed since it was
   * stored, or -1 if there is none.
   */
  int nextChanged(int from) {
    return changed.nextSetBit(from);
  }

  /** Returns the size of the map in memory, in bytes. */
  long sizeBytes() {
    long count = Arrays.stream(chunks).filter(chunk -> chunk != null).count();
    return count * ENTRY_WORDS * chunkEntries * Long.BYTES;
  }
}
