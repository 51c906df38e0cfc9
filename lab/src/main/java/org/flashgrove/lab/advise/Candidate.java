package org.flashgrove.lab.advise;

import java.util.Locale;
import org.flashgrove.access.structure.SettingKinds;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.node.pool.PoolBuffer;

/**
 * A configuration of a store that may be proposed. Its specs (texts with kind and settings) contain
 * the placeholders {@code {memory}}, {@code {log}} and {@code {block}} for sizes. A trial with a
 * fraction of the data replaces them by the same fraction of the full sizes.
 *
 * @param tree name of the index
 * @param buffer name of the buffer; empty for an index with its own buffer
 * @param indexForm spec of the index, with placeholders
 * @param flashForm spec of the buffer, with placeholders
 * @param pageBytes page size in bytes
 * @param memory total memory for buffers in bytes
 */
record Candidate(
    String tree, String buffer, String indexForm, String flashForm, int pageBytes, long memory) {
  /** Name of a page cache without flash-aware buffering. Other buffers are compared with it. */
  static final String PLAIN = "plain pool";

  /** Default log size in bytes. */
  private static final long USUAL_LOG = 10L << 20;

  /** Minimum log size that every buffer accepts, in bytes. */
  private static final long SMALLEST_LOG = 64L << 10;

  private static final long LARGEST_BLOCK = 128L << 10;

  /** Returns whether the index and the buffer are on the class path. */
  boolean isThere() {
    return SettingKinds.areThere(nameOf(indexForm), nameOf(flashForm));
  }

  private static String nameOf(String spec) {
    return spec.replaceFirst(":.*", "");
  }

  /** Returns the index and the buffer as text, without sizes. */
  String kind() {
    return buffer.isEmpty() ? tree : tree + " under " + buffer;
  }

  /**
   * Returns whether this is the baseline of another candidate with the same page size and memory.
   * The baseline of a tree under a buffer is the same tree under a plain pool. The baseline of an
   * index with its own buffer is the R*-tree under a plain pool.
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
   * Rejects a plain pool whose memory is less than the pool's minimum number of pages. Such a pool
   * would use more memory than the trial allows, and might hold a small tree completely.
   *
   * @param share size of the sample as a fraction of the data
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

  /**
   * Returns the spec of the index for a trial.
   *
   * @param share size of the sample as a fraction of the data
   */
  String index(double share) {
    return filled(indexForm, share);
  }

  /**
   * Returns the spec of the buffer for a trial.
   *
   * @param share size of the sample as a fraction of the data
   */
  String flash(double share) {
    return filled(flashForm, share);
  }

  private String filled(String form, double share) {
    return form.replace("{memory}", bytes(memory, share))
        .replace("{log}", logBytes(share))
        .replace("{block}", blockBytes(share));
  }

  /**
   * Returns the block size as text: about a quarter of the memory, but at least four pages and at
   * most 128 KiB.
   *
   * @param share size of the sample as a fraction of the data
   */
  private String blockBytes(double share) {
    long quarter = Long.highestOneBit(Math.max(1, (long) (memory * share / 4)));
    return bytes(Math.max(4L * pageBytes, Math.min(LARGEST_BLOCK, quarter)), 1);
  }

  private String logBytes(double share) {
    long whole = Math.max(USUAL_LOG, 2 * memory);
    return whole * share < SMALLEST_LOG ? bytes(SMALLEST_LOG, 1) : bytes(whole, share);
  }

  /** Returns {@code whole * share} bytes as text in the form that specs use. */
  private static String bytes(long whole, double share) {
    long part = Math.round(whole * share);
    return part % 1024 == 0 ? part / 1024 + "K" : Long.toString(part);
  }

  /** Returns a size as text for messages, such as {@code 2 MiB}. */
  static String size(long bytes) {
    return bytes % (1 << 20) == 0
        ? (bytes >> 20) + " MiB"
        : String.format(Locale.ROOT, bytes % 1024 == 0 ? "%.0f KiB" : "%.1f KiB", bytes / 1024.0);
  }

  /** Returns the page size as text in the form that specs use. */
  String page() {
    return pageBytes / 1024 + "K";
  }

  @Override
  public String toString() {
    return kind() + ", pages of " + size(pageBytes) + ", memory " + size(memory);
  }
}
