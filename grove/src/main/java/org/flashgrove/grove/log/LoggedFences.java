package org.flashgrove.grove.log;

import java.util.HashMap;
import java.util.Map;
import org.flashgrove.core.component.ComponentIndex.CheckpointImageSink;
import org.flashgrove.core.page.WordBytes;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.StoredBlock;

/**
 * Copies of block footers in the log. With many blocks, reading each footer from its block would
 * take most of the time of opening a store. The log holds the copies together, so that they are
 * read sequentially.
 *
 * <p>Frames with copies follow the first frame of a checkpoint image, or the log record of a bulk
 * load. The sequence number of a block identifies its copy. Sequence numbers are never reused, so a
 * copy is never wrong, and it becomes useless when its block is replaced. A footer without a copy
 * is read from its block.
 */
public final class LoggedFences {
  /** First word of a frame with copies. */
  static final int MARK = -1;

  /**
   * Approximate maximum number of words in a frame. The log compresses a frame of this size only if
   * that saves much.
   */
  private static final int MOST_WORDS = 1 << 13;

  /** Number of words before a copy: sequence number, block number, and number of bytes. */
  private static final int HEAD_WORDS = 3;

  /**
   * Maximum number of run boxes for each page to read from a copy; no footer has more. A run is a
   * group of neighbouring entries.
   */
  private static final int MOST_SUB_BOXES = 64;

  private final Map<Long, BlockFences> all = new HashMap<>(); // by sequence number of the block
  private byte[] footer = new byte[0];
  private final WordBytes copy = new WordBytes();

  /** Returns whether a frame contains copies of footers. */
  public static boolean isFrameOfCopies(long[] words, int length) {
    return length > Frames.CURVE_WORDS && words[0] == MARK;
  }

  /**
   * Appends copies of the footers of all blocks. Skips blocks whose metadata in memory is reduced
   * (coarse), because their footers cannot be restored from this metadata.
   */
  public static void append(Directory directory, CheckpointImageSink sink) {
    long words = 0;
    for (int b = 0; b < directory.blocks(); b++) {
      words += wordsOf(directory.block(b).fences());
    }
    long frames = (words + MOST_WORDS - 1) / MOST_WORDS;
    Frames frame = new Frames();
    long written = 0;
    long end = 0; // end of the current frame, in words of all frames
    for (int b = 0; b < directory.blocks(); b++) {
      StoredBlock block = directory.block(b);
      if (block.fences().isCoarse()) {
        continue;
      }
      if (written >= end) {
        flush(frame, sink);
        frame.clear().add(MARK);
        end = written + (words + frames - 1) / frames;
      }
      byte[] footer = block.fences().footer();
      frame.add(block.block().sequence()).add(block.block().number()).add(footer.length);
      frame.addBytes(footer);
      written += wordsOf(block.fences());
    }
    flush(frame, sink);
  }

  private static void flush(Frames frame, CheckpointImageSink sink) {
    if (frame.length() > 0) {
      sink.append(frame.words(), frame.length());
    }
  }

  private static int wordsOf(BlockFences fences) {
    return fences.isCoarse() ? 0 : HEAD_WORDS + Frames.wordsOf(fences.footerBytes());
  }

  /** Reads the copies in a frame, and keeps them in memory until {@link #clear}. */
  public void restore(long frame, long[] words, int length) {
    int at = 1;
    while (at < length) {
      long bytes = Frames.word(frame, words, length, at + HEAD_WORDS - 1);
      long sequence = words[at];
      long number = words[at + 1];
      at += HEAD_WORDS;
      if (bytes < 1 || bytes > (long) Long.BYTES * (length - at)) {
        throw Frames.damaged(frame, "a footer of " + bytes + " bytes");
      }
      int count = Frames.wordsOf((int) bytes);
      copy(words, at, count);
      all.put(sequence, BlockFences.read(footer, 0, (int) bytes, MOST_SUB_BOXES, "log", number));
      at += count;
    }
  }

  /** Copies words to the byte array in which footers are decoded. */
  private void copy(long[] words, int at, int count) {
    if (footer.length < count * Long.BYTES) {
      footer = new byte[2 * count * Long.BYTES];
    }
    copy.of(words, at, count).get(footer, 0, count * Long.BYTES);
  }

  /**
   * Returns the metadata of a block from the copy of its footer. Returns null if there is no copy,
   * or if the copy has fewer than {@code subBoxes} run boxes for each page. A run is a group of
   * neighbouring entries.
   */
  public BlockFences fences(StoredBlock block, int subBoxes) {
    BlockFences fences = all.get(block.block().sequence());
    return fences == null || fences.subBoxes() < subBoxes ? null : fences;
  }

  /** Frees all copies. */
  public void clear() {
    all.clear();
    footer = new byte[0];
    copy.free();
  }
}
