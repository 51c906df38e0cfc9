package org.flashgrove.cli.experiment.workload;

import java.nio.file.Path;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.bulk.BulkOrder;

/**
 * Loads the first entries of the data at once into an empty store.
 *
 * @param phase its name
 * @param order the order that entries are packed in
 * @param fill how full nodes are made, above 0, at most 1
 * @param amount how many; a share is one of the whole data set
 */
public record BulkLoadStep(String phase, BulkOrder order, double fill, Amount amount)
    implements Step {
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
    try (BulkLoader loader = subject.store().bulkLoader(config)) {
      for (int i = 0; i < count; i++) {
        double[] b = subject.takeNext();
        loader.add(subject.live().id(subject.live().size() - 1), b[0], b[1], b[2], b[3]);
      }
      subject.store().load(loader);
    }
    return Check.NONE;
  }
}
