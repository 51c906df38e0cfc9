package org.flashgrove.grove.index;

import org.flashgrove.grove.block.WordList;
import org.flashgrove.grove.curve.DomainSample;

/**
 * Samples the entries of a commit before the commit is applied. The domain of an index is chosen
 * from the sample.
 */
public final class CommitSample {
  /** Maximum number of insertions that are sampled. */
  private static final int MOST_SAMPLED = 1 << 14;

  private CommitSample() {}

  /**
   * Adds insertions of a commit to a sample. If the commit is large, adds only evenly spaced
   * insertions.
   *
   * @param changes encoded changes ({@link WordList}), or null for none
   * @param length number of words of the changes
   */
  public static void add(long[] changes, int length, DomainSample sample) {
    int stride = 1 + length / WordList.POINT_WORDS / MOST_SAMPLED;
    int number = 0;
    for (int at = 0; changes != null && at < length; at += WordList.changeWords(changes, at)) {
      if (changes[at] % WordList.EXTENT == WordList.INSERTION && number++ % stride == 0) {
        int upper = changes[at] < WordList.EXTENT ? at + 2 : at + 4;
        sample.add(
            Double.longBitsToDouble(changes[at + 2]),
            Double.longBitsToDouble(changes[at + 3]),
            Double.longBitsToDouble(changes[upper]),
            Double.longBitsToDouble(changes[upper + 1]));
      }
    }
  }
}
