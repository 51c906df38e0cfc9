package org.flashgrove.access.settings;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Predicate;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * Settings of a buffer between an index and the device, understood and possible.
 *
 * @param spec the settings as text
 * @param logBytes size of the log above which it is compacted
 * @param maker makes a buffer with them
 * @param logsCommits whether commits go to the log; else they are durable at barriers
 * @param packsLog whether the frames of the log are packed
 * @param hasOwnPages whether it writes pages of its own format: {@code placement=free} only
 * @param fits whether it goes together with a tree
 * @param fitting the trees that it goes together with, for messages
 */
public record BufferConfig(
    Spec spec,
    long logBytes,
    Maker maker,
    boolean logsCommits,
    boolean packsLog,
    boolean hasOwnPages,
    Predicate<TreeLayout> fits,
    String fitting) {
  private static final String BUFFER = "buffer";
  private static final String FRAMES = "frames";

  /** Makes a buffer over the nodes of one tree. */
  @FunctionalInterface
  public interface Maker {
    /** Makes one that puts its commits in a log, if it does so. */
    NodeBuffer make(NodeDevice device, TreeLayout layout, StoreLog log);
  }

  /**
   * Creates settings of a buffer that logs commits in plain frames, on pages of nodes, under any
   * tree.
   */
  public BufferConfig(Spec spec, long logBytes, Maker maker) {
    this(spec, logBytes, maker, true, false, false, any -> true, "any index");
  }

  /** Returns a copy that logs commits or does not. */
  public BufferConfig logging(boolean logs) {
    return new BufferConfig(spec, logBytes, maker, logs, packsLog, hasOwnPages, fits, fitting);
  }

  /** Returns a copy whose frames are packed or are not. */
  public BufferConfig packing(boolean packs) {
    return new BufferConfig(spec, logBytes, maker, logsCommits, packs, hasOwnPages, fits, fitting);
  }

  /** Returns a copy that writes pages of its own format, and has no log. */
  public BufferConfig ofUnits() {
    return new BufferConfig(spec, logBytes, maker, false, packsLog, true, fits, fitting);
  }

  /**
   * Returns a copy for some trees only.
   *
   * @param names the trees, for messages
   */
  public BufferConfig fitting(Predicate<TreeLayout> trees, String names) {
    return new BufferConfig(
        spec, logBytes, maker, logsCommits, packsLog, hasOwnPages, trees, names);
  }

  /** Returns whether it keeps changes, which are on the heap, and not only pages. */
  public boolean isOnHeap() {
    return !kindName().equals(FlashKinds.POOL);
  }

  /**
   * Returns the bytes of memory that the settings ask for, or 0 if they leave it to the default.
   *
   * @param pageSize bytes of a page
   */
  public long memoryBytes(int pageSize) {
    Spec keys = Spec.parse(spec.toString());
    long frames = keys.integerIfGiven(FRAMES, 1, Integer.MAX_VALUE);
    return frames > 0 ? frames * pageSize : keys.bytes(BUFFER, 0, 0, Long.MAX_VALUE);
  }

  /** Returns a copy with other memory. */
  public BufferConfig withMemory(long bytes) {
    Map<String, String> keys = new LinkedHashMap<>(spec.values());
    keys.remove(FRAMES);
    keys.put(BUFFER, Long.toString(bytes));
    StringJoiner text = new StringJoiner(",", spec.name() + ":", "");
    keys.forEach((key, value) -> text.add(key + "=" + value));
    return FlashKinds.read(Spec.parse(text.toString()));
  }

  /** Returns the name of its kind in specs, such as {@code efind}. */
  public String kindName() {
    return spec.name();
  }

  /** Returns whether nodes may hold bytes that their tree lays out ({@code isRaw} layouts). */
  public boolean takesRawNodes() {
    return kindName().equals(FlashKinds.POOL);
  }

  /**
   * Refuses what does not go together with the buffer.
   *
   * @param index the index's spec, for messages
   * @throws SpecException whose message states what is allowed
   */
  public void requireFits(StoreForm form, String index, TreeLayout layout) {
    if (layout.leaf().isRaw() && !takesRawNodes()) {
      throw new SpecException(
          "index '" + index + "' under flash '" + spec + "' (allowed: under flash 'none')");
    }
    if (!fits.test(layout)) {
      throw new SpecException(
          "index '" + index + "' under flash '" + spec + "' (allowed: " + fitting + ")");
    }
    if (!logsCommits && form.sync().kind() != SyncMode.Kind.CLOSE) {
      throw new SpecException(
          "sync="
              + form.sync()
              + " with flash '"
              + spec
              + "', which has no log: operations are durable at the last barrier (allowed:"
              + " sync=close)");
    }
    if (hasOwnPages && !form.isFree()) {
      throw new SpecException(
          "flash spec '"
              + spec
              + "' with placement=home: its pages are not those of nodes (allowed:"
              + " placement=free)");
    }
  }

  @Override
  public String toString() {
    return spec.toString();
  }
}
