package org.flashgrove.spark;

import org.apache.sedona.core.spatialRDD.SpatialRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.sedona_sql.adapters.StructuredAdapter;
import org.flashgrove.spark.join.DatasetPartitioner;
import org.locationtech.jts.geom.Geometry;

/** Sedona's joins of its own collections. */
final class SedonaJoins {
  private SedonaJoins() {}

  /** Returns rows as Sedona's joins take them, divided as a dataset is. */
  static SpatialRDD<Geometry> divided(
      Dataset<Row> rows, String geometry, DatasetPartitioner partitioner) throws Exception {
    SpatialRDD<Geometry> divided = StructuredAdapter.toSpatialRdd(rows, geometry);
    divided.analyze();
    divided.spatialPartitioning(partitioner);
    return divided;
  }
}
