package org.flashgrove.lsm.merge;

import java.util.Locale;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.grove.block.BlockForm;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.indexes.tree.Domain;
import org.flashgrove.lsm.policy.MergePolicies;
import org.flashgrove.lsm.policy.MergePolicy;

/**
 * Settings of an LSM R-tree.
 *
 * @param policy merge policy
 * @param comparator order of entries in a component, which cannot be changed later
 * @param domain Hilbert curve through the declared domain, or null to choose a domain from the
 *     first entries; ignored by the simple comparator
 * @param partition how a merge that creates several components divides the entries among them
 * @param plain whether pages are stored unpacked, with 24 bytes per point and 40 per rectangle
 * @param memory bytes for the memory component, the page metadata of all components and a running
 *     merge, at least {@link #LEAST_MEMORY}; spare memory is lent to a page cache
 * @param besideBytes off-heap bytes for the page cache, in addition to {@code memory}
 * @param worker whether a separate thread flushes and merges; otherwise each change runs some steps
 *     of flushes and merges
 * @param rate greatest number of bytes that the worker reads and writes per second
 * @param subBoxes maximum number of boxes that are kept in memory for each page: 1, 2, 4, 8 or 16
 */
public record LsmConfig(
    MergePolicy policy,
    EntryOrdering.Kind comparator,
    HilbertCurve domain,
    Partition partition,
    boolean plain,
    long memory,
    long besideBytes,
    boolean worker,
    long rate,
    int subBoxes) {
  /** Minimum memory in bytes. */
  public static final long LEAST_MEMORY = 16 << 10;

  /** Default memory in bytes. */
  public static final long DEFAULT_MEMORY = 512 << 10;

  private static final long LEAST_RATE = 64 << 10;
  private static final long DEFAULT_RATE = 1 << 30;
  private static final int DEFAULT_BOXES = 4;
  private static final int MOST_BOXES = 16;

  /** Way in which a merge divides entries among the components that it creates. */
  public enum Partition {
    /**
     * Divides entries by ranges of the comparator (sort order). Each component is as large as
     * allowed.
     */
    SIZE,
    /** Divides entries by Sort-Tile-Recursive: into vertical slices, and each slice by y. */
    STR,
    /** Divides entries into vertical slices only. */
    SLAB
  }

  /**
   * Reads {@code lsm:policy=binomial,k=4,comparator=hilbert,codec=packed,memory=512K,boxes=4} and
   * {@code merges=commits}. Also reads {@code partition=size} if the policy's merges create several
   * components, and {@code rate=1G} with {@code merges=worker}. This method ignores all other keys.
   * The caller must read the keys that it knows, and reject the rest.
   *
   * @throws SpecException if a value is not allowed; the message lists the allowed values
   */
  public static LsmConfig of(Spec spec) {
    MergePolicy policy = MergePolicies.of(spec);
    EntryOrdering.Kind comparator =
        word(spec, "comparator", EntryOrdering.Kind.HILBERT, EntryOrdering.Kind.values());
    Partition partition =
        MergePolicies.cuts(policy)
            ? word(spec, "partition", Partition.SIZE, Partition.values())
            : Partition.SIZE;
    HilbertCurve curve = null;
    if (spec.has(Domain.KEY)) {
      Domain domain = Domain.of(spec);
      curve = new HilbertCurve(domain.minX(), domain.minY(), domain.maxX(), domain.maxY());
    }
    boolean plain = spec.choice("codec", "packed", "packed", "plain").equals("plain");
    long memory = spec.bytes("memory", DEFAULT_MEMORY, LEAST_MEMORY, Long.MAX_VALUE);
    boolean worker = spec.choice("merges", "commits", "commits", "worker").equals("worker");
    long rate =
        worker ? spec.bytes("rate", DEFAULT_RATE, LEAST_RATE, Long.MAX_VALUE) : Long.MAX_VALUE;
    int boxes = spec.integer("boxes", DEFAULT_BOXES, 1, MOST_BOXES);
    if (Integer.bitCount(boxes) != 1) {
      throw new SpecException("lsm: boxes=" + boxes + " (allowed: 1, 2, 4, 8 or 16)");
    }
    return new LsmConfig(
        policy, comparator, curve, partition, plain, memory, 0, worker, rate, boxes);
  }

  /**
   * Returns a copy that divides its memory between heap and off-heap memory.
   *
   * @param heapBytes new value of {@code memory}
   * @param outside new value of {@code besideBytes}
   */
  public LsmConfig divided(long heapBytes, long outside) {
    return new LsmConfig(
        policy, comparator, domain, partition, plain, heapBytes, outside, worker, rate, subBoxes);
  }

  private static <E extends Enum<E>> E word(Spec spec, String key, E byDefault, E[] all) {
    String[] words = new String[all.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = all[i].name().toLowerCase(Locale.ROOT);
    }
    String given = spec.choice(key, words[byDefault.ordinal()], words);
    for (E each : all) {
      if (words[each.ordinal()].equals(given)) {
        return each;
      }
    }
    throw new IllegalStateException(given);
  }

  /**
   * Returns the order of bulk loading that corresponds to the comparator (sort order of entries).
   */
  public BulkOrder bulkOrder() {
    switch (comparator) {
      case HILBERT:
        return BulkOrder.HILBERT;
      case ZORDER:
        return BulkOrder.ZORDER;
      default:
        return BulkOrder.NEARESTX;
    }
  }

  public EntryOrdering ordering() {
    return new EntryOrdering(comparator, comparator.needsDomain() ? domain : null);
  }

  /**
   * Returns the layout of blocks in a store. The layout has fewer than {@code subBoxes} boxes for
   * each page if the footers of blocks have no room for them.
   */
  public BlockForm form(ComponentStore store) {
    int pageSize = store.pageSize();
    int envelope = ComponentStore.ENVELOPE_BYTES;
    int blockPages = store.blockPages();
    int most = BlockForm.of(pageSize, envelope, blockPages, false).subBoxes();
    return new BlockForm(pageSize, envelope, blockPages, false, Math.min(subBoxes, most));
  }
}
