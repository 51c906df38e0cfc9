package org.flashgrove.lab.experiment.matrix;

import java.util.HashMap;
import java.util.Map;
import org.flashgrove.core.geometry.GeometrySource;
import org.flashgrove.datasets.EntryArray;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.format.DataFiles;
import org.flashgrove.datasets.generate.ClusteredPoints;
import org.flashgrove.datasets.generate.UniformPoints;
import org.flashgrove.lab.experiment.DataFolder;
import org.flashgrove.lab.experiment.Scale;
import org.locationtech.jts.geom.Geometry;

/** Source of a data set's entries. */
interface DataSource {
  /**
   * Entries of a data set.
   *
   * @param entries the entries in insertion order
   * @param geometries returns geometries by id; null if only rectangles are known
   */
  record Loaded(EntryArray entries, GeometrySource geometries) {}

  /** Returns the number of entries at a scale as text. */
  String described(Scale scale);

  /**
   * Loads the entries at a scale.
   *
   * @param withGeometries whether to keep the geometries, if the source has them
   */
  Loaded load(DataFolder folder, Scale scale, long seed, boolean withGeometries);

  /**
   * Rows of a data file.
   *
   * @param path path of the file relative to the folder of data sets
   * @param shuffled whether the rows are put into random order
   * @param rows number of rows by scale; a scale without a number uses all rows
   * @param spread whether the selected rows are spread evenly over the file; otherwise they are the
   *     first rows
   */
  record Rows(String path, boolean shuffled, Map<Scale, Long> rows, boolean spread)
      implements DataSource {
    @Override
    public String described(Scale scale) {
      return rows.containsKey(scale) ? rows.get(scale).toString() : "all";
    }

    @Override
    public Loaded load(DataFolder folder, Scale scale, long seed, boolean withGeometries) {
      EntryArray all = new EntryArray();
      Map<Long, Geometry> objects = new HashMap<>();
      try (FeatureCursor cursor = DataFiles.open(folder.file(path).toString(), BadRowPolicy.STOP)) {
        while (cursor.next()) {
          all.accept(cursor.id(), cursor.minX(), cursor.minY(), cursor.maxX(), cursor.maxY());
          if (withGeometries && cursor.kind() == EntryKind.GEOMETRIES) {
            objects.put(cursor.id(), cursor.geometry());
          }
        }
      }
      if (shuffled) {
        all.shuffle(seed);
      }
      long wanted = rows.getOrDefault(scale, Long.MAX_VALUE);
      return new Loaded(
          spread ? all.spread(wanted) : all.first(wanted), objects.isEmpty() ? null : objects::get);
    }
  }

  /**
   * Points that are normally distributed around centres in the unit square.
   *
   * @param count number of points by scale
   */
  record Clusters(Map<Scale, Long> count, int clusters, double sigma) implements DataSource {
    @Override
    public String described(Scale scale) {
      return count.get(scale).toString();
    }

    @Override
    public Loaded load(DataFolder folder, Scale scale, long seed, boolean withGeometries) {
      EntryArray entries = new EntryArray();
      new ClusteredPoints(count.get(scale), clusters, sigma, Extent.UNIT, seed).generate(entries);
      return new Loaded(entries, null);
    }
  }

  /**
   * Points that are uniformly distributed in the unit square.
   *
   * @param count number of points by scale
   */
  record Uniform(Map<Scale, Long> count) implements DataSource {
    @Override
    public String described(Scale scale) {
      return count.get(scale).toString();
    }

    @Override
    public Loaded load(DataFolder folder, Scale scale, long seed, boolean withGeometries) {
      EntryArray entries = new EntryArray();
      new UniformPoints(count.get(scale), Extent.UNIT, seed).generate(entries);
      return new Loaded(entries, null);
    }
  }
}
