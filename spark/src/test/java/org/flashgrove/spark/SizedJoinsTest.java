package org.flashgrove.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.sedona.core.enums.IndexType;
import org.apache.sedona.core.spatialOperator.JoinQuery;
import org.apache.sedona.core.spatialOperator.SpatialPredicate;
import org.apache.sedona.core.spatialRDD.SpatialRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.flashgrove.spark.join.DatasetPartitioner;
import org.flashgrove.spark.join.JoinCondition;
import org.flashgrove.spark.join.NearestJoin;
import org.flashgrove.spark.join.SpatialJoin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Geometry;

/** Joins of datasets of full size give the pairs that Sedona's do. */
@Tag("long")
class SizedJoinsTest {
  private static final String[] PAIRS = {
    "count(*) as pairs", "sum(cast(xxhash64(one, other) as decimal(38, 0))) as sum"
  };

  @Test
  void addressesInParcels() {
    String parcels = SizedData.parcelsDataset();
    String addresses = SizedData.addressesDataset();
    view("l", SizedData.parcels());
    view("r", SizedData.addresses());
    same("ST_Intersects(l.g, r.g)", JoinCondition.intersects(), parcels, addresses);
    same("ST_Contains(l.g, r.g)", JoinCondition.contains(), parcels, addresses);
    same("ST_DWithin(l.g, r.g, 0.0001)", JoinCondition.dwithin(0.0001), parcels, addresses);
  }

  @Test
  void parcelsThatTouchParcels() throws Exception {
    String parcels = SizedData.parcelsDataset();
    view("l", SizedData.parcels());
    view("r", SizedData.parcels());
    Row pairs = same("ST_Intersects(l.g, r.g)", JoinCondition.intersects(), parcels, parcels);
    long start = System.nanoTime();
    DatasetPartitioner partitioner = DatasetPartitioner.of(SizedData.session(), parcels);
    SpatialRDD<Geometry> left = divided(SizedData.parcels(), partitioner);
    SpatialRDD<Geometry> right = divided(SizedData.parcels(), partitioner);
    left.buildIndex(IndexType.RTREE, true);
    long count =
        JoinQuery.SpatialJoinQueryFlat(left, right, true, SpatialPredicate.INTERSECTS).count();
    System.out.printf(
        "Sedona's join by DatasetPartitioner: %d pairs, %.1f s%n", count, seconds(start));
    assertThat(count).isEqualTo(pairs.getLong(0));
  }

  private static SpatialRDD<Geometry> divided(Dataset<Row> rows, DatasetPartitioner partitioner)
      throws Exception {
    return SedonaJoins.divided(rows.selectExpr("ST_GeomFromWKB(geom) as g"), "g", partitioner);
  }

  @Test
  void pointsInParcelsOfTheSameSquare() {
    String points = SizedData.pointsDataset();
    Dataset<Row> parcels =
        SizedData.parcels()
            .selectExpr(
                "id",
                "kind",
                "ST_AsBinary(ST_Scale(ST_Translate(ST_GeomFromWKB(geom), 44.1605, 19.9836),"
                    + " 6400, 5600)) as geom");
    String moved = SizedData.written("parcels-moved", parcels, 8);
    view("l", parcels);
    view("r", SizedData.points());
    // Sedona's usual plan, which moves all points, had not ended after five minutes
    same("ST_Contains(l.g, r.g)", "BROADCAST(l)", JoinCondition.contains(), moved, points);
  }

  @Test
  void fewWindowsOverPoints() {
    String points = SizedData.pointsDataset();
    Dataset<Row> windows =
        SizedData.session()
            .range(0, 1000, 1, 1)
            .selectExpr("id", "1000 * rand(7) as x", "1000 * rand(8) as y")
            .selectExpr("id", "ST_AsBinary(ST_PolygonFromEnvelope(x, y, x + 10, y + 10)) as geom");
    view("l", windows);
    view("r", SizedData.points());
    SpatialJoin join = new SpatialJoin(SizedData.session(), JoinCondition.intersects());
    long start = System.nanoTime();
    Row ours = pairs(join.ofRows(windows, "geom", points));
    double seconds = seconds(start);
    Row theirs = sedona("", "ST_Intersects(l.g, r.g)");
    print("1000 windows, ST_Intersects", ours, seconds, start);
    assertThat(ours).isEqualTo(theirs);
  }

  @Test
  void nearestParcelsOfAddresses() {
    String parcels = SizedData.parcelsDataset();
    view("l", SizedData.addresses());
    view("r", SizedData.parcels());
    long start = System.nanoTime();
    Dataset<Row> ours =
        new NearestJoin(SizedData.session(), 5)
            .ofRows(
                SizedData.session().read().format("flashgrove").load(SizedData.addressesDataset()),
                "geom",
                parcels)
            .selectExpr(
                "left.id as one",
                "ST_Distance(ST_GeomFromWKB(left.geom), ST_GeomFromWKB(right.geom)) as distance");
    Row found = distances(ours);
    double seconds = seconds(start);
    Dataset<Row> theirs =
        SizedData.session()
            .sql(
                "select l.id as one, ST_Distance(l.g, r.g) as distance from l join r"
                    + " on ST_KNN(l.g, r.g, 5, false)");
    Row expected = distances(theirs);
    System.out.printf(
        "nearest 5 parcels of each address: %s pairs, %.1f s, Sedona's %.1f s%n",
        found.get(0), seconds, seconds(start) - seconds);
    assertThat(found).isEqualTo(expected);
  }

  /** Any of the rows at the same distance may be in the answer, hence distances are compared. */
  private static Row distances(Dataset<Row> pairs) {
    return pairs.selectExpr("one", "round(distance, 12) as other").selectExpr(PAIRS).head();
  }

  private static void view(String name, Dataset<Row> rows) {
    rows.selectExpr("id", "ST_GeomFromWKB(geom) as g").createOrReplaceTempView(name);
  }

  private static Row same(String theirs, JoinCondition condition, String left, String right) {
    return same(theirs, "", condition, left, right);
  }

  /**
   * Joins by both.
   *
   * @param hint for Sedona's plan, may be empty
   */
  private static Row same(
      String theirs, String hint, JoinCondition condition, String left, String right) {
    long start = System.nanoTime();
    SpatialJoin join = new SpatialJoin(SizedData.session(), condition);
    Row ours = pairs(join.ofDatasets(left, right));
    double seconds = seconds(start);
    Row expected = sedona(hint, theirs);
    print(theirs + " " + hint, ours, seconds, start);
    assertThat(ours).as(theirs).isEqualTo(expected);
    return ours;
  }

  private static void print(String what, Row pairs, double seconds, long start) {
    System.out.printf(
        "%s: %s pairs, %.1f s, Sedona's %.1f s%n",
        what, pairs.get(0), seconds, seconds(start) - seconds);
  }

  private static Row pairs(Dataset<Row> joined) {
    return joined.selectExpr("left.id as one", "right.id as other").selectExpr(PAIRS).head();
  }

  private static Row sedona(String hint, String condition) {
    String hinted = hint.isEmpty() ? "" : "/*+ " + hint + " */ ";
    return SizedData.session()
        .sql("select " + hinted + "l.id as one, r.id as other from l join r on " + condition)
        .selectExpr(PAIRS)
        .head();
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
