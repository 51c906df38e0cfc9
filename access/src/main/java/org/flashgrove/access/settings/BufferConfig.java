package org.flashgrove.access.settings;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Predicate;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.replacement.ReplacementPolicies;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.page.SlotPool;
import org.jspecify.annotations.Nullable;

/**
 * Validated settings of the layers between an index and the device. These are a buffer such as
 * {@code efind} and optionally a page cache below it, called a pool: {@code
 * efind:...+pool:buffer=1M,policy=lru}.
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class BufferConfig {
  private static final String BUFFER = "buffer";
  private static final String FRAMES = "frames";

  /** Factory of a buffer for the nodes of one tree. */
  @FunctionalInterface
  public interface Maker {
    NodeBuffer make(NodeDevice device, TreeLayout layout, StoreLog log);
  }

  private enum Trait {
    LOGS_COMMITS,
    PACKS_LOG,
    OWN_PAGES
  }

  private record Trees(Predicate<TreeLayout> fit, String names) {}

  private final Spec spec;
  private final long logBytes;
  private final Maker maker;
  private final Set<Trait> traits;
  private final Trees trees;
  private final @Nullable PoolBelow pool;

  private BufferConfig(
      Spec spec,
      long logBytes,
      Maker maker,
      Set<Trait> traits,
      Trees trees,
      @Nullable PoolBelow pool) {
    this.spec = spec;
    this.logBytes = logBytes;
    this.maker = maker;
    this.traits = traits;
    this.trees = trees;
    this.pool = pool;
  }

  /**
   * Creates settings of a buffer with the default properties. The buffer logs commits in frames
   * that are not packed, stores pages of nodes, supports any tree, and has no pool below it.
   *
   * @param spec the settings as text
   * @param logBytes log size above which the log is compacted, in bytes
   * @param maker factory of buffers with these settings
   */
  public BufferConfig(Spec spec, long logBytes, Maker maker) {
    this(
        spec,
        logBytes,
        maker,
        EnumSet.of(Trait.LOGS_COMMITS),
        new Trees(any -> true, "any index"),
        null);
  }

  private BufferConfig with(Trait trait, boolean has) {
    Set<Trait> changed = EnumSet.copyOf(traits);
    if (has) {
      changed.add(trait);
    } else {
      changed.remove(trait);
    }
    return new BufferConfig(spec, logBytes, maker, changed, trees, pool);
  }

  /**
   * Returns a copy that logs commits if {@code logs} is true. Without a log of commits, a commit is
   * durable only after the next checkpoint.
   */
  public BufferConfig logging(boolean logs) {
    return with(Trait.LOGS_COMMITS, logs);
  }

  /**
   * Returns a copy that packs log frames if {@code packs} is true: frames written together become
   * one compact frame.
   */
  public BufferConfig packing(boolean packs) {
    return with(Trait.PACKS_LOG, packs);
  }

  /**
   * Returns a copy for a buffer that has no log and does not store one node per page, but writes
   * pages in its own format. Such a buffer needs {@code placement=free}.
   */
  public BufferConfig ofUnits() {
    return with(Trait.OWN_PAGES, true).logging(false);
  }

  /**
   * Returns a copy that supports only some trees.
   *
   * @param fit accepts the layouts of these trees
   * @param names names of these trees, for messages
   */
  public BufferConfig fitting(Predicate<TreeLayout> fit, String names) {
    return new BufferConfig(spec, logBytes, maker, traits, new Trees(fit, names), pool);
  }

  /** Returns a copy with a page pool below the buffer. */
  BufferConfig over(PoolBelow below) {
    return new BufferConfig(spec, logBytes, maker, traits, trees, below);
  }

  /** Returns the log size, in bytes, above which the log is compacted. */
  public long logBytes() {
    return logBytes;
  }

  /** Returns the factory of buffers with these settings. */
  public Maker maker() {
    return maker;
  }

  /**
   * Returns whether commits are logged. If not, a commit is durable only after the next checkpoint.
   */
  public boolean logsCommits() {
    return traits.contains(Trait.LOGS_COMMITS);
  }

  /** Returns whether the log packs frames that are written together into one compact frame. */
  public boolean packsLog() {
    return traits.contains(Trait.PACKS_LOG);
  }

  /** Returns whether the buffer writes pages in its own format. */
  public boolean hasOwnPages() {
    return traits.contains(Trait.OWN_PAGES);
  }

  /**
   * Returns whether the buffer stores changes in Java objects on the heap. The plain page pool
   * stores only pages, off heap.
   */
  public boolean isOnHeap() {
    return !isPlainPool();
  }

  private boolean isPlainPool() {
    return kindName().equals(FlashKinds.POOL);
  }

  /**
   * Returns whether there is a flash-aware buffer, or a page pool below the buffer. If there is
   * neither, the buffer is a plain page pool.
   */
  public boolean isFlashAware() {
    return pool != null || !isPlainPool();
  }

  /** Returns whether there is a page pool below the buffer. */
  public boolean hasPool() {
    return pool != null;
  }

  /**
   * Returns the name of the replacement policy of the page pool, or null if there is no page pool.
   */
  public @Nullable String policy() {
    if (pool != null) {
      return pool.policy();
    }
    return isPlainPool() ? ReplacementPolicies.chosen(Spec.parse(spec.toString())) : null;
  }

  /**
   * Returns the memory that the page pool below the buffer requests, in bytes; 0 without a pool
   * below.
   */
  public long poolBytes() {
    return pool == null ? 0 : pool.bytes();
  }

  /**
   * Creates the page pool below the buffer. Closing the pool closes {@code slots}.
   *
   * @param slots the pages that the pool caches
   * @param bytes memory of the pool in bytes, at most {@link #poolBytes}
   * @throws IllegalStateException if there is no pool below the buffer
   */
  public SlotPool pool(PageStore slots, long bytes) {
    PoolBelow below = pool;
    if (below == null) {
      throw new IllegalStateException(
          "flash '" + spec + "': has no pool below; add +pool: to the spec");
    }
    return below.maker().over(slots, bytes);
  }

  /**
   * Returns the memory that the buffer requests, in bytes; 0 means the default size.
   *
   * @param pageSize page size in bytes
   */
  public long memoryBytes(int pageSize) {
    Spec keys = Spec.parse(spec.toString());
    long frames = keys.integerIfGiven(FRAMES, 1, Integer.MAX_VALUE);
    return frames > 0 ? frames * pageSize : keys.bytes(BUFFER, 0, 0, Long.MAX_VALUE);
  }

  /** Returns a copy with another buffer size in bytes. */
  public BufferConfig withMemory(long bytes) {
    Map<String, String> keys = new LinkedHashMap<>(spec.values());
    keys.remove(FRAMES);
    keys.put(BUFFER, Long.toString(bytes));
    StringJoiner text = new StringJoiner(",", spec.name() + ":", "");
    keys.forEach((key, value) -> text.add(key + "=" + value));
    BufferConfig sized = FlashKinds.read(Spec.parse(text.toString()));
    return pool == null ? sized : sized.over(pool);
  }

  /** Returns the name of the buffer's kind in specs, such as {@code efind}. */
  public String kindName() {
    return spec.name();
  }

  /**
   * Returns whether the buffer supports trees that format their node pages themselves ({@code
   * isRaw} layouts).
   */
  public boolean takesRawNodes() {
    return isPlainPool();
  }

  /**
   * Rejects an index or a device that the buffer does not support.
   *
   * @param index spec of the index, for messages
   * @throws SpecException if the buffer does not support the index or the device; the message names
   *     the allowed settings
   */
  public void requireFits(DeviceConfig device, String index, TreeLayout layout) {
    if (layout.leaf().isRaw() && !takesRawNodes()) {
      throw new SpecException(
          "index '" + index + "' does not work under flash '" + spec + "'; use flash 'none'");
    }
    if (!trees.fit().test(layout)) {
      throw new SpecException(
          "index '" + index + "' under flash '" + spec + "' (allowed: " + trees.names() + ")");
    }
    if (hasOwnPages() && !device.isFree()) {
      throw new SpecException(
          "flash spec '"
              + spec
              + "' with placement=home: it stores pages of its own format; use placement=free");
    }
  }

  /** Returns the settings as a spec, including the page pool below the buffer. */
  @Override
  public String toString() {
    return pool == null ? spec.toString() : spec + "+" + pool.text();
  }
}
