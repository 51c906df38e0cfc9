package org.flashgrove.spark.join;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.Path;
import org.apache.sedona.core.enums.GridType;
import org.apache.sedona.core.joinJudgement.DedupParams;
import org.apache.sedona.core.spatialPartitioning.SpatialPartitioner;
import org.apache.spark.sql.SparkSession;
import org.flashgrove.spark.dataset.Bounds;
import org.flashgrove.spark.dataset.DatasetDirectory;
import org.flashgrove.spark.dataset.SealedTable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import scala.Tuple2;

/**
 * Partitioner that makes Sedona's joins divide the plane like a dataset. Pass it to {@code
 * SpatialRDD.spatialPartitioning} for both sides.
 *
 * <p>The tiles are the leaves of a k-d tree over the bounds of the tables, one tile for each table.
 * They cover the plane without overlaps, so Sedona can remove duplicates with a reference point.
 * Each split puts about half of the tables on each side. The split line lies in the middle of the
 * gap between both halves, or in the middle of their overlap.
 */
public final class DatasetPartitioner extends SpatialPartitioner {
  private static final long serialVersionUID = 1;

  private DatasetPartitioner(List<Envelope> tiles) {
    super(GridType.KDBTREE, tiles);
  }

  /**
   * Creates a partitioner for the newest version of a dataset.
   *
   * @throws UncheckedIOException if there is no dataset
   */
  public static DatasetPartitioner of(SparkSession spark, String path) {
    try {
      List<Bounds> tables =
          new DatasetDirectory(new Path(path), spark.sessionState().newHadoopConf())
              .require().tables().stream()
                  .map(SealedTable::bounds)
                  .filter(Objects::nonNull)
                  .toList();
      return new DatasetPartitioner(tiles(tables));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns tiles that cover the plane, one for each of {@code tables}, and at least one. */
  static List<Envelope> tiles(List<Bounds> tables) {
    List<Envelope> tiles = new ArrayList<>();
    double all = Double.POSITIVE_INFINITY;
    divide(new ArrayList<>(tables), new Envelope(-all, all, -all, all), tiles);
    return tiles;
  }

  private static void divide(List<Bounds> tables, Envelope tile, List<Envelope> tiles) {
    int half = tables.size() / 2;
    if (half == 0) {
      tiles.add(tile);
      return;
    }
    Cut acrossX = new Cut(tables, half, Bounds::minX, Bounds::maxX);
    Cut acrossY = new Cut(tables, half, Bounds::minY, Bounds::maxY);
    boolean isAcrossX = acrossX.share <= acrossY.share;
    double at = (isAcrossX ? acrossX : acrossY).at;
    Envelope lower = new Envelope(tile);
    Envelope upper = new Envelope(tile);
    if (isAcrossX) {
      lower.init(tile.getMinX(), at, tile.getMinY(), tile.getMaxY());
      upper.init(at, tile.getMaxX(), tile.getMinY(), tile.getMaxY());
    } else {
      lower.init(tile.getMinX(), tile.getMaxX(), tile.getMinY(), at);
      upper.init(tile.getMinX(), tile.getMaxX(), at, tile.getMaxY());
    }
    List<Bounds> sorted = isAcrossX ? acrossX.sorted : acrossY.sorted;
    divide(sorted.subList(0, half), lower, tiles);
    divide(sorted.subList(half, sorted.size()), upper, tiles);
  }

  /** Selects a coordinate of bounds. */
  private interface Side {
    double of(Bounds bounds);
  }

  /** Split of tables into two halves along one axis. */
  private static final class Cut {
    private final List<Bounds> sorted;

    /** Coordinate of the split. */
    private final double at;

    /**
     * Width of the overlap of both halves, as a fraction of the extent of all tables. It is
     * negative if there is a gap between the halves.
     */
    private final double share;

    Cut(List<Bounds> tables, int lower, Side least, Side greatest) {
      sorted = new ArrayList<>(tables);
      sorted.sort(
          Comparator.comparingDouble(bounds -> 0.5 * least.of(bounds) + 0.5 * greatest.of(bounds)));
      double end = sorted.stream().limit(lower).mapToDouble(greatest::of).max().orElseThrow();
      double start = sorted.stream().skip(lower).mapToDouble(least::of).min().orElseThrow();
      double extent =
          sorted.stream().mapToDouble(greatest::of).max().orElseThrow()
              - sorted.stream().mapToDouble(least::of).min().orElseThrow();
      at = 0.5 * end + 0.5 * start;
      share = extent > 0 ? (end - start) / extent : Double.POSITIVE_INFINITY;
    }
  }

  /** Returns the geometry once for each tile that its bounds touch, with the number of the tile. */
  @Override
  public <T extends Geometry> Iterator<Tuple2<Integer, T>> placeObject(T geometry) {
    Envelope box = geometry.getEnvelopeInternal();
    List<Tuple2<Integer, T>> places = new ArrayList<>();
    for (int i = 0; i < grids.size(); i++) {
      if (grids.get(i).intersects(box)) {
        places.add(new Tuple2<>(i, geometry));
      }
    }
    return places.iterator();
  }

  @Override
  public DedupParams getDedupParams() {
    return new DedupParams(grids);
  }

  @Override
  public int numPartitions() {
    return grids.size();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DatasetPartitioner same && same.grids.equals(grids);
  }

  @Override
  public int hashCode() {
    return grids.hashCode();
  }
}
