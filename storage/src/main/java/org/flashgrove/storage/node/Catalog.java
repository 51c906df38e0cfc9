package org.flashgrove.storage.node;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.node.NodeIds;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * Catalog of a tree at one commit: root, height, number of entries, and extra bytes, which the tree
 * stores for its own use.
 */
public final class Catalog {
  /**
   * Number of header words of an OPERATION frame. They are the tree's root, height, number of
   * entries, and number of bytes that the tree stores for its own use. The last of these words is
   * -1 if those bytes did not change.
   */
  public static final int FRAME_WORDS = 4;

  private static final int UNCHANGED = -1;

  long root = NodeStore.NO_NODE;
  int height;
  long entries;
  byte[] extra = new byte[0];
  private boolean extraChanged;

  /** Creates the catalog of a tree without nodes. */
  public Catalog() {}

  public long entries() {
    return entries;
  }

  void copyFrom(Catalog other) {
    root = other.root;
    height = other.height;
    entries = other.entries;
    extra = other.extra;
    extraChanged = false;
  }

  void extra(byte[] bytes) {
    if (bytes.length > NodeStore.MAX_EXTRA_BYTES) {
      throw new IllegalArgumentException(
          "tree catalog: "
              + bytes.length
              + " extra bytes (allowed: 0 to "
              + NodeStore.MAX_EXTRA_BYTES
              + ")");
    }
    extra = bytes.clone();
    extraChanged = true;
  }

  /**
   * Appends this catalog and a list of changes to the log.
   *
   * @param section receives a log frame, or a section of one
   * @param type type of the frame or section: OPERATION or BRIEF
   * @param changes array whose first {@link #FRAME_WORDS} words this method fills with the catalog;
   *     the changes follow these words
   */
  void describe(AppendLog.FrameSink section, int type, long[] changes, int changesLength) {
    long[] words = changes;
    int length = changesLength;
    int tail = fillFrame(words);
    if (tail > 0) {
      words = Arrays.copyOf(words, length + tail);
      packExtra(words, length);
      length += tail;
    }
    section.append(type, words, length);
  }

  /**
   * Fills the header words of an OPERATION frame. Returns the number of words that the caller must
   * append after the changes, for the tree's extra bytes.
   */
  private int fillFrame(long[] words) {
    words[0] = root;
    words[1] = height;
    words[2] = entries;
    words[3] = extraChanged ? extra.length : UNCHANGED;
    return extraChanged ? wordsOf(extra.length) : 0;
  }

  /**
   * Reads the catalog from an OPERATION frame.
   *
   * @return number of words at the end of the frame that hold the tree's extra bytes
   * @throws DamagedStoreException if the frame is malformed
   */
  public int readFrame(long[] words, int length) {
    requireWords(length >= FRAME_WORDS);
    readTree(words);
    if (words[3] == UNCHANGED) {
      return 0;
    }
    requireWords(words[3] >= 0 && words[3] <= NodeStore.MAX_EXTRA_BYTES);
    int extraBytes = (int) words[3];
    int tail = wordsOf(extraBytes);
    requireWords(length - tail >= FRAME_WORDS);
    extra = unpack(words, length - tail, extraBytes);
    return tail;
  }

  private void readTree(long[] words) {
    boolean possible =
        words[0] >= NodeStore.NO_NODE
            && words[1] >= 0
            && words[1] <= Short.MAX_VALUE // a node stores its level in two bytes
            && words[2] >= 0;
    if (!possible) {
      throw new DamagedStoreException(
          "log",
          "catalog",
          "impossible tree: root " + words[0] + ", height " + words[1] + ", entries " + words[2]);
    }
    root = words[0];
    height = (int) words[1];
    entries = words[2];
  }

  private static int wordsOf(int bytes) {
    return (bytes + Long.BYTES - 1) / Long.BYTES;
  }

  /*
   * The next two methods use no LongBuffer. All other buffers of words are direct and have one
   * class. The first one of another class would make HotSpot compile the code that uses them again.
   */

  /** Copies the tree's extra bytes into {@code words}, from index {@code at} on. */
  private void packExtra(long[] words, int at) {
    ByteBuffer padded =
        ByteBuffer.wrap(Arrays.copyOf(extra, wordsOf(extra.length) * Long.BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int i = at; padded.hasRemaining(); i++) {
      words[i] = padded.getLong();
    }
  }

  private static byte[] unpack(long[] words, int at, int bytes) {
    ByteBuffer buffer =
        ByteBuffer.allocate(wordsOf(bytes) * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = at; buffer.hasRemaining(); i++) {
      buffer.putLong(words[i]);
    }
    return Arrays.copyOf(buffer.array(), bytes);
  }

  /** Appends a CATALOG frame with this catalog and the free node ids. */
  void append(AppendLog.FrameSink sink, NodeIds ids) {
    long[] free = ids.freeIds();
    int extraWords = wordsOf(extra.length);
    long[] words = new long[FRAME_WORDS + 2 + free.length + extraWords];
    words[0] = root;
    words[1] = height;
    words[2] = entries;
    words[3] = extra.length;
    words[4] = ids.lastCommitted();
    words[5] = free.length;
    System.arraycopy(free, 0, words, 6, free.length);
    packExtra(words, 6 + free.length);
    sink.append(StoreLog.CATALOG, words, words.length);
  }

  /**
   * Reads this catalog from a CATALOG frame.
   *
   * @param ids receives the free node ids
   * @throws DamagedStoreException if the frame is malformed
   */
  public void read(long[] words, int length, NodeIds ids) {
    requireWords(length >= FRAME_WORDS + 2);
    long free = words[5];
    requireWords(free >= 0 && free <= length - FRAME_WORDS - 2);
    readTree(words);
    int at = FRAME_WORDS + 2;
    requireIds(words, at, (int) free);
    ids.reset(words[4], words, at, (int) free);
    requireWords(words[3] >= 0 && words[3] <= NodeStore.MAX_EXTRA_BYTES);
    int extraBytes = (int) words[3];
    requireWords(at + free + wordsOf(extraBytes) <= length);
    extra = unpack(words, at + (int) free, extraBytes);
  }

  /**
   * Throws if a node id read from the log is impossible. Arrays are indexed by node id. Without
   * this check, a huge id in a damaged log would therefore create arrays that fill the memory.
   */
  private static void requireIds(long[] words, int at, int free) {
    long last = words[4];
    boolean possible = last >= -1 && last - free < NodeDevice.MOST_NODES;
    for (int i = 0; possible && i < free; i++) {
      possible = words[at + i] >= 0 && words[at + i] <= last;
    }
    if (!possible) {
      throw new DamagedStoreException(
          "log", "catalog", "impossible node ids: last " + last + ", free: " + free);
    }
  }

  private static void requireWords(boolean holds) {
    if (!holds) {
      throw new DamagedStoreException("log", "catalog", "impossible lengths");
    }
  }
}
