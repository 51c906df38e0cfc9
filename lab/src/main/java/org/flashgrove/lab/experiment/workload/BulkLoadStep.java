package org.flashgrove.lab.experiment.workload;

import java.nio.file.Path;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.grove.index.BlockIndex;
import org.flashgrove.grove.index.BlockLoader;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.lsm.merge.LsmConfig;

/**
 * Bulk loads the first entries of the data into an empty store.
 *
 * @param phase name of the phase
 * @param order order in which entries are packed
 * @param fill share of a node's capacity that is filled, above 0 and at most 1
 * @param amount number of entries, or a share of the data set
 */
public record BulkLoadStep(String phase, BulkOrder order, double fill, Amount amount)
    implements Step {
  /**
   * Throws an exception if an index does not support bulk loading, or does not support {@link
   * #order}.
   *
   * @throws SpecException if the index is rejected; the message lists the alternatives
   */
  public void requireFits(String index) {
    Spec spec = Spec.parse(index);
    BulkOrder own =
        spec.name().equals("lsm")
            ? LsmConfig.of(spec).bulkOrder()
            : spec.name().equals("grove") ? BulkOrder.HILBERT : null;
    if (own != null && (order != own || fill < 1)) {
      throw new SpecException(
          "bulkLoad with index '"
              + index
              + "' (allowed: order: "
              + own.word()
              + ", the order of its entries, and fill: 100%)");
    }
  }

  @Override
  public boolean growsWithData() {
    return amount.isPercent();
  }

  @Override
  public Check run(Subject subject) {
    int count = Math.min(subject.remaining(), amount.of(subject.data().entries().size()));
    double[] d = subject.data().domain();
    BulkConfig config =
        new BulkConfig(order, Path.of(System.getProperty("java.io.tmpdir"))).withFill(fill);
    if (order == BulkOrder.HILBERT) {
      config = config.withCurve(new HilbertCurve(d[0], d[1], d[2], d[3]));
    }
    subject.count("processed_entries_num", count);
    SpatialStore store = subject.store();
    BlockIndex<?> blocks = Internals.blocks(store.store().entries(SpatialStore.INDEX));
    if (blocks != null) {
      try (BlockLoader loader =
          blocks.bulkLoader(config.sortMemoryBytes(), config.spillDirectory())) {
        take(subject, count, loader::add);
        blocks.load(loader);
      }
      return Check.NONE;
    }
    try (BulkLoader loader = store.bulkLoader(config)) {
      take(subject, count, loader::add);
      store.load(loader);
    }
    return Check.NONE;
  }

  private static void take(Subject subject, int count, EntryVisitor loader) {
    for (int i = 0; i < count; i++) {
      double[] b = subject.takeNext();
      loader.visit(subject.live().id(subject.live().size() - 1), b[0], b[1], b[2], b[3]);
    }
  }
}
