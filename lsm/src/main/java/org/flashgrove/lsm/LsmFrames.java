package org.flashgrove.lsm;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.grove.block.WordList;
import org.flashgrove.grove.fence.StoredBlock;
import org.flashgrove.lsm.merge.EntryOrdering;
import org.flashgrove.lsm.merge.StoredComponent;

/**
 * Format of the log frames of an LSM index (docs/internals/lsm.md). Changes have the format of
 * {@link WordList}. The first word of all other frames is their type:
 *
 * <ul>
 *   <li>0: first frame of a checkpoint image. It has the number of entries and of flushes, 1 if
 *       changes in memory are frozen (otherwise 0), the domain (four words, zeros if there is
 *       none), the number of the comparator (sort order), and the components.
 *   <li>1: further frame of a checkpoint image, with frozen changes.
 *   <li>2: further frame of a checkpoint image, with changes that are not frozen.
 *   <li>3: edit that sets the domain.
 *   <li>4: edit that freezes all earlier changes.
 *   <li>5: edit that adds the components of a flush, which become the youngest components. It has
 *       the number of flushes and the components.
 *   <li>6: edit of a merge. It has the number of merged components, their positions, the new level,
 *       and the new components.
 *   <li>7: edit of a bulk load. It has the number of flushes and of entries, and the components,
 *       which replace all others.
 * </ul>
 *
 * <p>Components are encoded as their count, followed by each component. A component has its level,
 * its numbers of records, deletions and blocks, and its blocks.
 */
final class LsmFrames extends WordList {
  static final int MANIFEST = 0;
  static final int FROZEN = 1;
  static final int ACTIVE = 2;
  static final int DOMAIN = 3;
  static final int FREEZE = 4;
  static final int FLUSHED = 5;
  static final int MERGED = 6;
  static final int LOADED = 7;

  /** Number of words of a component before its blocks. */
  private static final int COMPONENT_WORDS = 4;

  private static final int MOST_LEVEL = 64;

  @Override
  public LsmFrames clear() {
    super.clear();
    return this;
  }

  @Override
  public LsmFrames add(long word) {
    super.add(word);
    return this;
  }

  LsmFrames addDomain(double[] domain) {
    for (double side : domain) {
      add(Double.doubleToRawLongBits(side));
    }
    return this;
  }

  static double[] domain(long frame, long[] words, int length, int from) {
    double[] domain = new double[EntryOrdering.PARTS];
    for (int i = 0; i < domain.length; i++) {
      domain[i] = Double.longBitsToDouble(word(frame, words, length, from + i));
    }
    if (!EntryOrdering.isPossible(domain)) {
      throw damaged(frame, "an impossible domain");
    }
    return domain;
  }

  LsmFrames addComponents(List<StoredComponent> components) {
    add(components.size());
    for (StoredComponent component : components) {
      add(component.level()).add(component.records()).add(component.deletions());
      add(component.blocks().length);
      for (StoredBlock block : component.blocks()) {
        addBlock(block);
      }
    }
    return this;
  }

  /**
   * Reads the components that extend from index {@code from} to the end of the words. Their page
   * metadata is null.
   */
  static List<StoredComponent> components(long frame, long[] words, int length, int from) {
    long count = word(frame, words, length, from);
    int at = from + 1;
    List<StoredComponent> components = new ArrayList<>();
    for (long c = 0; c < count; c++) {
      long level = word(frame, words, length, at);
      long records = word(frame, words, length, at + 1);
      long deletions = word(frame, words, length, at + 2);
      long blocks = word(frame, words, length, at + 3);
      at += COMPONENT_WORDS;
      boolean possible =
          level >= 0 && level <= MOST_LEVEL && deletions >= 0 && deletions <= records;
      if (!possible || blocks < 1 || blocks > (length - at) / BLOCK_WORDS) {
        throw damaged(frame, "an impossible component");
      }
      StoredBlock[] found = new StoredBlock[(int) blocks];
      long sum = 0;
      for (int b = 0; b < found.length; b++) {
        found[b] = storedBlock(frame, words, length, at);
        sum += found[b].entries();
        at += BLOCK_WORDS;
      }
      if (sum != records) {
        throw damaged(frame, "a component whose blocks have " + sum + " records of " + records);
      }
      components.add(new StoredComponent((int) level, records, deletions, found));
    }
    if (count < 0 || at != length) {
      throw damaged(frame, "impossible number of components");
    }
    return components;
  }

  /**
   * Reads the positions of merged components. Their number is the word at index {@code from}, and
   * the positions follow it.
   */
  static int[] positions(long frame, long[] words, int length, int from) {
    long count = word(frame, words, length, from);
    if (count < 1 || count > length) {
      throw damaged(frame, "a merge of " + count + " components");
    }
    int[] positions = new int[(int) count];
    for (int i = 0; i < positions.length; i++) {
      long position = word(frame, words, length, from + 1 + i);
      if (position < 0 || position > Integer.MAX_VALUE) {
        throw damaged(frame, "an impossible component is merged");
      }
      positions[i] = (int) position;
    }
    return positions;
  }

  /** Visits encoded changes. Callers must have validated the words before. */
  static void visitChanges(long[] words, int from, int length, ChangeVisitor visitor) {
    int at = from;
    while (at < length) {
      int upper = words[at] >= EXTENT ? at + 4 : at + 2;
      visitor.change(
          (words[at] & 1) == DELETION,
          words[at + 1],
          Double.longBitsToDouble(words[at + 2]),
          Double.longBitsToDouble(words[at + 3]),
          Double.longBitsToDouble(words[upper]),
          Double.longBitsToDouble(words[upper + 1]));
      at += changeWords(words, at);
    }
  }

  /** Receives the changes that a frame encodes. */
  @FunctionalInterface
  interface ChangeVisitor {
    void change(boolean deletion, long id, double minX, double minY, double maxX, double maxY);
  }
}
