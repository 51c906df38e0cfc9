package org.flashgrove.grove.log;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.HashMap;
import java.util.Map;
import org.flashgrove.core.component.ComponentIndex.CheckpointImageSink;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.StoredBlock;

/**
 * Copies of footers in the log, where one read after the other finds what is scattered over all
 * blocks: opening a grove of many blocks would take the medium longer than all else.
 *
 * <p>Frames of copies stand behind the manifest of a checkpoint image, and behind the edit of a
 * bulk load. A block is known by its sequence, which no other content ever has, so that a copy
 * never becomes wrong: it is of no use any more when its block has gone. A footer without a copy is
 * read.
 */
public final class LoggedFences {
  /** First word of all copy frames. */
  static final int MARK = -1;

  /** Most words of a frame, about; the log does not pack frames of half as many of such words. */
  private static final int MOST_WORDS = 1 << 13;

  /** Words in front of a copy: the block's sequence and number, and how many bytes it has. */
  private static final int HEAD_WORDS = 3;

  /** More boxes of runs than any page has: all are taken over. */
  private static final int MOST_SUB_BOXES = 64;

  private final Map<Long, BlockFences> all = new HashMap<>(); // by their blocks' sequences
  private byte[] footer = new byte[0];
  private LongBuffer footerWords;

  /** Returns whether a frame holds copies. */
  public static boolean isFrameOfCopies(long[] words, int length) {
    return length > Frames.CURVE_WORDS && words[0] == MARK;
  }

  /** Appends copies of the footers of all blocks but those whose fences are coarse. */
  public static void append(Directory directory, CheckpointImageSink sink) {
    long words = 0;
    for (int b = 0; b < directory.blocks(); b++) {
      words += wordsOf(directory.block(b).fences());
    }
    long frames = (words + MOST_WORDS - 1) / MOST_WORDS;
    Frames frame = new Frames();
    long written = 0;
    long end = 0; // of the frame, were its words written one behind the other
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

  /** Takes over the copies of a frame. */
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

  /** Copies words to the footer's bytes, which are the same for all: nothing is made for each. */
  private void copy(long[] words, int at, int count) {
    if (footer.length < count * Long.BYTES) {
      footer = new byte[2 * count * Long.BYTES];
      footerWords = ByteBuffer.wrap(footer).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
    }
    footerWords.put(0, words, at, count);
  }

  /**
   * Returns what a copy says of a block's pages, or null if there is none, or one with fewer boxes
   * of runs than are wanted.
   */
  public BlockFences fences(StoredBlock block, int subBoxes) {
    BlockFences fences = all.get(block.block().sequence());
    return fences == null || fences.subBoxes() < subBoxes ? null : fences;
  }

  /** Frees the memory. */
  public void clear() {
    all.clear();
    footer = new byte[0];
    footerWords = null;
  }
}
