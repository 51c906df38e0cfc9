package org.flashgrove.literature.buffer.fortree;

import java.util.Arrays;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.efind.fast.MemoryModel;
import org.flashgrove.efind.fast.ModificationsBuffer;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * Buffer of the FOR-tree (P. Jin, X. Xie, N. Wang, L. Yue: <em>Optimizing R-tree for flash
 * memory</em>, Expert Systems with Applications 42(10), 2015, 4676-4686). It consists of the Update
 * Buffer Table, which is the table of modifications of FAST, and a flush algorithm.
 *
 * <p>A flush sorts the modified nodes by id and divides the sequence into units of {@link
 * ForConfig#unit} nodes. A node is warm if it is among the most recently modified nodes ({@link
 * WarmNodes}). Among the units without a warm node, the flush writes the unit with the most
 * modifications. If every unit has a warm node, it writes the first unit. Unmodified nodes are
 * never written.
 *
 * <p>The paper has no log, so only the state at the last checkpoint is durable. The optional log
 * ({@link ForConfig#logsCommits}) is our addition. With this log, commits are logged as for any
 * other buffer.
 */
public final class ForBuffer extends ModificationsBuffer {
  private static final int HASH_ELEMENT = 9; // in bytes, as counted by the C implementation
  private static final int POSITION = 4;

  /**
   * Bytes of an element of the list of nodes that a flush sorts. The next constant is the size of
   * an element of the list of warm nodes.
   */
  private static final int SORTED = 16;

  private static final int WARM = 56;

  private final int unit;
  private final WarmNodes warm;
  private long[] sorted = new long[256]; // ids of the modified nodes
  private int count;

  /**
   * Creates a buffer on a device.
   *
   * @param log log of the store; each flush appends a FLUSH frame that lists the flushed nodes
   */
  public ForBuffer(ForConfig config, NodeDevice device, TreeLayout layout, StoreLog log) {
    super("for", config.bufferBytes(), memory(config), device, layout, log);
    unit = config.unit();
    warm = new WarmNodes(config.warmShare());
  }

  private static MemoryModel memory(ForConfig config) {
    return config.memory().equals("real")
        ? MemoryModel.real(SORTED + Math.round(WARM * config.warmShare()))
        : MemoryModel.positions(HASH_ELEMENT, POSITION);
  }

  @Override
  protected void recorded(long nodeId) {
    int place = Arrays.binarySearch(sorted, 0, count, nodeId);
    if (place < 0) {
      insert(-1 - place, nodeId);
    }
    warm.modified(nodeId, count);
  }

  private void insert(int place, long nodeId) {
    if (count == sorted.length) {
      sorted = Arrays.copyOf(sorted, 2 * count);
    }
    System.arraycopy(sorted, place, sorted, place + 1, count - place);
    sorted[place] = nodeId;
    count++;
  }

  @Override
  public void forget(long nodeId) {
    super.forget(nodeId);
    warm.remove(nodeId);
    int place = Arrays.binarySearch(sorted, 0, count, nodeId);
    if (place >= 0) {
      count--;
      System.arraycopy(sorted, place + 1, sorted, place, count - place);
    }
  }

  @Override
  protected void flushSome() {
    int start = pickUnit();
    flush(sorted, start, Math.min(count, start + unit));
  }

  /** Returns the index in {@link #sorted} at which the unit to flush starts. */
  int pickUnit() {
    warm.trim(count);
    int best = 0;
    long most = -1; // -1 stands for a unit with a warm node
    for (int start = 0; start < count; start += unit) {
      long changes = coldChanges(start, Math.min(count, start + unit));
      if (changes > most) {
        most = changes;
        best = start;
      }
    }
    return best;
  }

  /**
   * Returns the number of modifications of the nodes {@code [from, to)} of {@link #sorted}, or -1
   * if one of them is warm.
   */
  private long coldChanges(int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      if (warm.contains(sorted[i])) {
        return -1;
      }
      sum += listLength(sorted[i]);
    }
    return sum;
  }

  /** Returns whether the Update Buffer Table has modifications of a node, for tests. */
  boolean isModified(long nodeId) {
    return Arrays.binarySearch(sorted, 0, count, nodeId) >= 0;
  }

  @Override
  public void flush() {
    if (count > 0) {
      flush(sorted, 0, count);
    }
  }
}
