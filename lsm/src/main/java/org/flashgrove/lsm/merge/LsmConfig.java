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
 * @param policy which components are merged when
 * @param comparator the order of entries in a component; all openings of a store must agree on it
 * @param domain the curve through the declared domain, or null for one that is chosen from the
 *     first entries; without meaning for the simple comparator
 * @param partition how a merge that makes several components divides its entries
 * @param plain whether pages are not packed: 24 bytes a point, 40 a rectangle
 * @param memory bytes for the memory component, the fences of all components, what a running merge
 *     holds; the rest is lent to a cache of pages. At least {@link #LEAST_MEMORY}
 * @param besideBytes bytes outside of the heap, beside the memory, for pages that queries read
 * @param worker whether a thread of the index's own flushes and merges, beside changes and queries;
 *     otherwise the changes do, a share each
 * @param rate most bytes of pages that the worker reads and writes in a second
 * @param subBoxes most runs of entries of a page with a box in memory: 1, 2, 4, 8 or 16
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
  /** Least memory, in bytes. */
  public static final long LEAST_MEMORY = 16 << 10;

  /** Memory of an index whose spec does not say it, in bytes. */
  public static final long DEFAULT_MEMORY = 512 << 10;

  private static final long LEAST_RATE = 64 << 10;
  private static final long DEFAULT_RATE = 1 << 30;
  private static final int DEFAULT_BOXES = 4;
  private static final int MOST_BOXES = 16;

  /** Distribution of entries over the components that a merge creates. */
  public enum Partition {
    /** In the order of the comparator, each component as large as is allowed. */
    SIZE,
    /** By Sort-Tile-Recursive: vertical slices, each cut by y. */
    STR,
    /** By x alone. */
    SLAB
  }

  /**
   * Reads {@code lsm:policy=binomial,k=4,comparator=hilbert,codec=packed,memory=512K,boxes=4} and
   * {@code merges=commits}; for a policy whose merges make several components {@code
   * partition=size}, for {@code merges=worker} {@code rate=1G}. The caller reads what is its own of
   * the spec and refuses the rest.
   *
   * @throws SpecException for a value that is not allowed; the message lists what is
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
   * Returns a copy for a heap that has no room for all of the memory.
   *
   * @param heapBytes what is left of the memory
   * @param outside bytes outside of the heap for pages that queries read
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

  /** Returns the order of bulk loading that is the comparator's. */
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
   * Returns the form of blocks in a store, with fewer boxes a page if its footers are too small.
   */
  public BlockForm form(ComponentStore store) {
    int pageSize = store.pageSize();
    int envelope = ComponentStore.ENVELOPE_BYTES;
    int blockPages = store.blockPages();
    int most = BlockForm.of(pageSize, envelope, blockPages, false).subBoxes();
    return new BlockForm(pageSize, envelope, blockPages, false, Math.min(subBoxes, most));
  }
}
