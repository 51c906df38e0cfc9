package org.flashgrove.cli.experiment.matrix;

import java.util.Map;
import org.flashgrove.cli.experiment.DataFolder;
import org.flashgrove.cli.experiment.Scale;
import org.flashgrove.datasets.EntryArray;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.format.DataFiles;
import org.flashgrove.datasets.generate.ClusteredPoints;
import org.flashgrove.datasets.generate.UniformPoints;

/** Where the entries of a data set come from. */
interface DataSource {
  /** The entries at a scale, in the order in which they are inserted. */
  EntryArray load(DataFolder folder, Scale scale, long seed);

  /**
   * Rows of a file.
   *
   * @param path relative to the folder of data sets
   * @param shuffled whether they come in random order
   * @param rows how many, by scale; all where the scale is not named
   */
  record Rows(String path, boolean shuffled, Map<Scale, Long> rows) implements DataSource {
    @Override
    public EntryArray load(DataFolder folder, Scale scale, long seed) {
      EntryArray all = new EntryArray();
      try (FeatureCursor cursor = DataFiles.open(folder.file(path).toString(), BadRowPolicy.STOP)) {
        cursor.forEach(all);
      }
      if (shuffled) {
        all.shuffle(seed);
      }
      return all.first(rows.getOrDefault(scale, Long.MAX_VALUE));
    }
  }

  /**
   * Points normally distributed around centres in the unit square.
   *
   * @param count how many, by scale
   */
  record Clusters(Map<Scale, Long> count, int clusters, double sigma) implements DataSource {
    @Override
    public EntryArray load(DataFolder folder, Scale scale, long seed) {
      EntryArray entries = new EntryArray();
      new ClusteredPoints(count.get(scale), clusters, sigma, Extent.UNIT, seed).generate(entries);
      return entries;
    }
  }

  /**
   * Points uniform in the unit square.
   *
   * @param count how many, by scale
   */
  record Uniform(Map<Scale, Long> count) implements DataSource {
    @Override
    public EntryArray load(DataFolder folder, Scale scale, long seed) {
      EntryArray entries = new EntryArray();
      new UniformPoints(count.get(scale), Extent.UNIT, seed).generate(entries);
      return entries;
    }
  }
}
