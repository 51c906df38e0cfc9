package org.flashgrove.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.assertj.core.data.Percentage;
import org.flashgrove.core.Seeds;
import org.flashgrove.spark.FullScan.Answer;
import org.flashgrove.spark.FullScan.Kind;
import org.flashgrove.spark.FullScan.Question;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.WKBWriter;

/**
 * Queries of datasets of full size give the rows that a full scan with Sedona's predicates does.
 */
@Tag("long")
class SizedQueriesTest {
  private static final int QUERIES = Integer.getInteger("flashgrove.spark.queries", 1000);
  private static final int TOGETHER = 20;
  private static final GeometryFactory FACTORY = new GeometryFactory();
  private static final Envelope SQUARE = new Envelope(0, 1000, 0, 1000);
  private static final Envelope TOWN = new Envelope(-44.1605, -44.0061, -19.9836, -19.8052);
  private static final String HASH = "xxhash64(id, kind, geom) as row";

  /** By this part of a distance ours and those of Sedona may differ. */
  private static final double ROUNDING = 1e-12;

  private final Random random = Seeds.random();

  @Test
  void windowsOfPoints() {
    same(SizedData.pointsDataset(), SizedData.points(), made(this::window, SQUARE));
  }

  @Test
  void polygonsOfPoints() {
    same(SizedData.pointsDataset(), SizedData.points(), made(this::polygon, SQUARE));
  }

  @Test
  void distancesOfPoints() {
    same(SizedData.pointsDataset(), SizedData.points(), made(this::distance, SQUARE));
  }

  @Test
  void nearestPoints() {
    sameNearest(SizedData.pointsDataset(), SizedData.points(), made(this::nearest, SQUARE));
  }

  @Test
  void windowsOfParcels() {
    same(SizedData.parcelsDataset(), SizedData.parcels(), made(this::window, TOWN));
  }

  @Test
  void polygonsOfParcels() {
    same(SizedData.parcelsDataset(), SizedData.parcels(), made(this::polygon, TOWN));
  }

  @Test
  void distancesOfParcels() {
    same(SizedData.parcelsDataset(), SizedData.parcels(), made(this::distance, TOWN));
  }

  @Test
  void nearestParcels() {
    sameNearest(SizedData.parcelsDataset(), SizedData.parcels(), made(this::nearest, TOWN));
  }

  private static List<Question> made(Function<Envelope, Question> kind, Envelope space) {
    List<Question> questions = new ArrayList<>();
    for (int i = 0; i < QUERIES; i++) {
      questions.add(kind.apply(space));
    }
    return questions;
  }

  private Coordinate place(Envelope space) {
    return new Coordinate(
        space.getMinX() + space.getWidth() * random.nextDouble(),
        space.getMinY() + space.getHeight() * random.nextDouble());
  }

  /** A share of an extent such that areas are between a millionth and a thousandth of the space. */
  private double share() {
    return Math.sqrt(Math.pow(10, -6 + 3 * random.nextDouble()));
  }

  private static Question question(Kind kind, Geometry geometry, double number) {
    return new Question(kind, new WKBWriter().write(geometry), number);
  }

  private Question window(Envelope space) {
    Coordinate place = place(space);
    double share = share();
    Envelope box =
        new Envelope(
            place.x,
            place.x + share * space.getWidth(),
            place.y,
            place.y + share * space.getHeight());
    return question(Kind.INTERSECTS, FACTORY.toGeometry(box), 0);
  }

  /** A star of 3 to 40 corners, or for containing a small one within many a parcel. */
  private Question polygon(Envelope space) {
    Kind kind = Kind.values()[random.nextInt(3)];
    double size = kind == Kind.CONTAINS ? 1e-4 : share();
    Coordinate centre = place(space);
    int corners = 3 + random.nextInt(38);
    Coordinate[] ring = new Coordinate[corners + 1];
    for (int i = 0; i < corners; i++) {
      double angle = 2 * Math.PI * i / corners;
      double radius = size * (0.3 + 0.7 * random.nextDouble());
      ring[i] =
          new Coordinate(
              centre.x + radius * space.getWidth() * Math.cos(angle),
              centre.y + radius * space.getHeight() * Math.sin(angle));
    }
    ring[corners] = ring[0].copy();
    return question(kind, FACTORY.createPolygon(ring), 0);
  }

  /** From a point, or from a line of at most a tenth of the space. */
  private Question distance(Envelope space) {
    Coordinate place = place(space);
    if (random.nextBoolean()) {
      return question(Kind.DWITHIN, FACTORY.createPoint(place), 0.5 * share() * space.getWidth());
    }
    Coordinate end =
        new Coordinate(
            place.x + 0.1 * random.nextDouble() * space.getWidth(),
            place.y + 0.1 * random.nextDouble() * space.getHeight());
    Geometry line = FACTORY.createLineString(new Coordinate[] {place, end});
    return question(Kind.DWITHIN, line, 0.01 * share() * space.getWidth());
  }

  private Question nearest(Envelope space) {
    return question(Kind.NEAREST, FACTORY.createPoint(place(space)), 1 + random.nextInt(30));
  }

  private static String literal(Question question) {
    return "X'" + WKBWriter.toHex(question.wkb()) + "'";
  }

  private static String condition(Question question) {
    String function = "flashgrove.st_" + question.kind().name().toLowerCase(Locale.ROOT);
    String number = question.kind() == Kind.DWITHIN ? ", " + question.number() + "d" : "";
    return function + "(geom, " + literal(question) + number + ") IS TRUE";
  }

  private static String distance(Question question) {
    return "flashgrove.st_distance(geom, " + literal(question) + ")";
  }

  private static void same(String path, Dataset<Row> rows, List<Question> questions) {
    long start = System.nanoTime();
    List<List<Answer>> expected = FullScan.answers(rows.selectExpr(HASH, "geom"), questions);
    long scanned = System.nanoTime();
    List<List<Row>> found =
        asked(path, questions, each -> HASH + " from dataset where " + condition(each));
    long answers = 0;
    long empty = 0;
    for (int i = 0; i < questions.size(); i++) {
      long[] hashes = found.get(i).stream().mapToLong(row -> row.getLong(1)).toArray();
      assertThat(FullScan.sorted(hashes))
          .as(condition(questions.get(i)))
          .isEqualTo(FullScan.rows(expected.get(i)));
      answers += hashes.length;
      empty += hashes.length == 0 ? 1 : 0;
    }
    print(rows, questions, start, scanned, answers, empty);
  }

  /**
   * Returns the rows of each query of a dataset, with its number before them; some queries are one
   * statement.
   *
   * @param query what follows the number in a query of the view {@code dataset}
   */
  private static List<List<Row>> asked(
      String path, List<Question> questions, Function<Question, String> query) {
    SizedData.session().read().format("flashgrove").load(path).createOrReplaceTempView("dataset");
    List<List<Row>> found = new ArrayList<>();
    questions.forEach(each -> found.add(new ArrayList<>()));
    SizedData.compiling(false); // each job has its own constants, and few rows
    for (int first = 0; first < questions.size(); first += TOGETHER) {
      String statement =
          IntStream.range(first, Math.min(questions.size(), first + TOGETHER))
              .mapToObj(i -> "(select " + i + ", " + query.apply(questions.get(i)) + ")")
              .collect(Collectors.joining(" union all "));
      SizedData.session()
          .sql(statement)
          .collectAsList()
          .forEach(row -> found.get(row.getInt(0)).add(row));
    }
    SizedData.compiling(true);
    return found;
  }

  private static void print(
      Dataset<Row> rows,
      List<Question> questions,
      long start,
      long scanned,
      long answers,
      long empty) {
    System.out.printf(
        "%d queries of %d rows by %s ...: %d answers, %d queries without one, none differ;"
            + " full scan %.1f s, queries %.1f s%n",
        questions.size(),
        rows.count(),
        questions.get(0).kind(),
        answers,
        empty,
        (scanned - start) / 1e9,
        (System.nanoTime() - scanned) / 1e9);
  }

  private static void sameNearest(String path, Dataset<Row> rows, List<Question> questions) {
    long start = System.nanoTime();
    List<List<Answer>> expected = FullScan.answers(rows.selectExpr(HASH, "geom"), questions);
    long scanned = System.nanoTime();
    List<List<Row>> all =
        asked(
            path,
            questions,
            each ->
                HASH
                    + ", "
                    + distance(each)
                    + " from dataset where geom is not null order by "
                    + distance(each)
                    + " limit "
                    + (int) each.number());
    long answers = 0;
    for (int i = 0; i < questions.size(); i++) {
      int wanted = (int) questions.get(i).number();
      List<Row> found = all.get(i);
      List<Answer> candidates = expected.get(i);
      // of rows whose distances differ by rounding alone any may be the last ones
      double last = candidates.get(wanted - 1).distance();
      Set<Long> allowed = rows(candidates, last * (1 + ROUNDING));
      Set<Long> certain = rows(candidates, last * (1 - ROUNDING));
      Set<Long> given = new HashSet<>();
      found.forEach(row -> given.add(row.getLong(1)));
      assertThat(given)
          .as(distance(questions.get(i)))
          .hasSize(wanted)
          .isSubsetOf(allowed)
          .containsAll(certain);
      double[] distances = found.stream().mapToDouble(row -> row.getDouble(2)).toArray();
      assertThat(distances).isSorted();
      assertThat(distances[wanted - 1]).isCloseTo(last, Percentage.withPercentage(100 * ROUNDING));
      answers += found.size();
    }
    print(rows, questions, start, scanned, answers, 0);
  }

  private static Set<Long> rows(List<Answer> candidates, double within) {
    return candidates.stream()
        .filter(each -> each.distance() <= within)
        .map(Answer::row)
        .collect(Collectors.toSet());
  }
}
