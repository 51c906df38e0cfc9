package org.flashgrove.lab.advise;

import java.util.Locale;
import org.flashgrove.access.structure.SettingKinds;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.node.pool.PoolBuffer;

/**
 * A configuration of a store that may be advised. Its specs have {@code {memory}}, {@code {log}}
 * and {@code {block}} where bytes belong, so that a trial on a part of the data can have the same
 * part of them.
 *
 * @param tree name of the index
 * @param buffer name of the buffer; empty for an index that is its own
 * @param indexForm spec of the index
 * @param flashForm spec of the buffer
 * @param pageBytes bytes of a page
 * @param memory bytes for buffers, all together
 */
record Candidate(
    String tree, String buffer, String indexForm, String flashForm, int pageBytes, long memory) {
  /** The buffer that others are compared with. */
  static final String PLAIN = "plain pool";

  /** The log of a buffer with this much memory, if nothing else is said. */
  private static final long USUAL_LOG = 10L << 20;

  /** The smallest log that every buffer takes. */
  private static final long SMALLEST_LOG = 64L << 10;

  private static final long LARGEST_BLOCK = 128L << 10;

  /** Returns whether the kinds of the index and of the buffer are on the class path. */
  boolean isThere() {
    return SettingKinds.areThere(nameOf(indexForm), nameOf(flashForm));
  }

  private static String nameOf(String spec) {
    return spec.replaceFirst(":.*", "");
  }

  /** Returns the kind of the candidate, without sizes. */
  String kind() {
    return buffer.isEmpty() ? tree : tree + " under " + buffer;
  }

  /**
   * Returns whether this is the baseline of another candidate with the same sizes: the same tree
   * under a plain pool, or the R*-tree for an index with its own buffer.
   */
  boolean isPlainOf(Candidate other) {
    boolean sameTree = tree.equals(other.buffer.isEmpty() ? "rstar" : other.tree);
    return buffer.equals(PLAIN)
        && sameTree
        && !other.buffer.equals(PLAIN)
        && pageBytes == other.pageBytes
        && memory == other.memory;
  }

  /**
   * Refuses a plain pool that would have more memory than it is given: it holds a few pages however
   * small that is, and these few may be all of a small tree.
   */
  void requireMemory(double share) {
    long least = (long) PoolBuffer.MIN_FRAMES * pageBytes;
    if (buffer.equals(PLAIN) && memory * share < least) {
      throw new SpecException(
          PLAIN
              + ": memory="
              + bytes(memory, share)
              + " (allowed: "
              + bytes(least, 1)
              + " or more, "
              + PoolBuffer.MIN_FRAMES
              + " pages)");
    }
  }

  /** Spec of the index for a trial with a part of the data. */
  String index(double share) {
    return filled(indexForm, share);
  }

  /** Spec of the buffer for a trial with a part of the data. */
  String flash(double share) {
    return filled(flashForm, share);
  }

  private String filled(String form, double share) {
    return form.replace("{memory}", bytes(memory, share))
        .replace("{log}", logBytes(share))
        .replace("{block}", blockBytes(share));
  }

  /**
   * Blocks of a quarter of the memory, as large as a usual device's at most, of four pages at
   * least.
   */
  private String blockBytes(double share) {
    long quarter = Long.highestOneBit(Math.max(1, (long) (memory * share / 4)));
    return bytes(Math.max(4L * pageBytes, Math.min(LARGEST_BLOCK, quarter)), 1);
  }

  private String logBytes(double share) {
    long whole = Math.max(USUAL_LOG, 2 * memory);
    return whole * share < SMALLEST_LOG ? bytes(SMALLEST_LOG, 1) : bytes(whole, share);
  }

  /** A part of a size, as specs have it. */
  private static String bytes(long whole, double share) {
    long part = Math.round(whole * share);
    return part % 1024 == 0 ? part / 1024 + "K" : Long.toString(part);
  }

  /** Bytes for people. */
  static String size(long bytes) {
    return bytes % (1 << 20) == 0
        ? (bytes >> 20) + " MiB"
        : String.format(Locale.ROOT, bytes % 1024 == 0 ? "%.0f KiB" : "%.1f KiB", bytes / 1024.0);
  }

  /** Page size as specs have it. */
  String page() {
    return pageBytes / 1024 + "K";
  }

  @Override
  public String toString() {
    return kind() + ", pages of " + size(pageBytes) + ", memory " + size(memory);
  }
}
