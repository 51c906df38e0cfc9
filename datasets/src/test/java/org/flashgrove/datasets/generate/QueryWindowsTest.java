package org.flashgrove.datasets.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.WindowSink;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.InputFile;
import org.flashgrove.datasets.format.DataFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;

class QueryWindowsTest {
  /** Degrees somewhere in Brazil. */
  private static final Extent EXTENT = new Extent(-49.0002, -26.4010, -43.8580, -19.7772);

  private final long seed = Seeds.random().nextLong();

  private static List<Envelope> windows(Consumer<WindowSink> generator) {
    List<Envelope> windows = new ArrayList<>();
    generator.accept(
        (minX, minY, maxX, maxY) -> {
          assertThat(minX).isLessThan(maxX);
          assertThat(minY).isLessThan(maxY);
          windows.add(new Envelope(minX, maxX, minY, maxY));
        });
    return windows;
  }

  private static ObjectSet objects(EntryGenerator generator) {
    ObjectSet objects = new ObjectSet();
    generator.generate(objects);
    return objects;
  }

  private static ObjectSet geometries(String... texts) {
    StringBuilder csv = new StringBuilder("id,wkt\n");
    for (int i = 0; i < texts.length; i++) {
      csv.append(i + 1).append(",\"").append(texts[i]).append("\"\n");
    }
    byte[] bytes = csv.toString().getBytes(StandardCharsets.UTF_8);
    try (FeatureCursor cursor =
        DataFiles.open(
            InputFile.of(new ByteArrayInputStream(bytes), "geometries"),
            "geometries.csv",
            FormatOptions.BY_ENDING,
            BadRowPolicy.STOP,
            RowForms.ENTRIES)) {
      return ObjectSet.read(cursor);
    }
  }

  private static Geometry geometry(String text) {
    try {
      return new WKTReader().read(text);
    } catch (ParseException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static boolean sixDecimals(double value) {
    return Math.abs(value * 1e6 - Math.rint(value * 1e6)) < 1e-3;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.01, 0.1, 1, 25, 100})
  void windowsHaveThePercentageOfTheAreaAndTheShapeOfTheRegion(double percent) {
    QueryWindows shape = new QueryWindows(QueryRegion.of(EXTENT), percent, seed);
    ObjectSet objects = objects(new UniformPoints(1000, EXTENT, seed));
    List<Envelope> all = windows(sink -> shape.random(100, sink));
    for (Relation relation : Relation.values()) {
      all.addAll(windows(sink -> shape.correlated(100, relation, objects, sink)));
    }
    assertThat(all).hasSize(300);
    double area = percent / 100 * EXTENT.area();
    double aspect = EXTENT.width() / EXTENT.height();
    for (Envelope window : all) {
      assertThat(window.getArea() / area).as("seed %d", seed).isCloseTo(1, within(1e-9));
      assertThat(window.getWidth() / window.getHeight() / aspect).isCloseTo(1, within(1e-9));
    }
  }

  @Test
  void randomCentresAreInTheRegionWithSixDecimals() {
    long statisticSeed = 42; // the mean of the centres is a statistic
    QueryWindows shape = new QueryWindows(QueryRegion.of(EXTENT), 1, statisticSeed);
    double sumX = 0;
    List<Envelope> windows = windows(sink -> shape.random(10_000, sink));
    for (Envelope window : windows) {
      double x = window.centre().x;
      double y = window.centre().y;
      assertThat(EXTENT.contains(x, y)).isTrue();
      assertThat(sixDecimals(x) && sixDecimals(y)).isTrue();
      sumX += x;
    }
    double middle = (EXTENT.minX() + EXTENT.maxX()) / 2;
    assertThat(sumX / windows.size()).isCloseTo(middle, within(0.1));
  }

  @Test
  void theSeedDecidesEverythingAndPercentagesAreIndependent() {
    QueryRegion region = QueryRegion.of(EXTENT);
    ObjectSet objects = objects(new UniformPoints(1000, EXTENT, seed));
    for (int kind = 0; kind < 3; kind++) {
      int k = kind;
      List<Envelope> first = windows(s -> draw(new QueryWindows(region, 1, seed), k, objects, s));
      assertThat(windows(s -> draw(new QueryWindows(region, 1, seed), k, objects, s)))
          .isEqualTo(first);
      List<Envelope> other = windows(s -> draw(new QueryWindows(region, 2, seed), k, objects, s));
      assertThat(other.get(0).centre()).isNotEqualTo(first.get(0).centre());
      List<Envelope> next =
          windows(s -> draw(new QueryWindows(region, 1, seed + 1), k, objects, s));
      assertThat(next).isNotEqualTo(first);
    }
  }

  private static void draw(QueryWindows shape, int kind, ObjectSet objects, WindowSink sink) {
    switch (kind) {
      case 0 -> shape.random(20, sink);
      case 1 -> shape.correlated(20, Relation.INTERSECTS, objects, sink);
      default -> shape.correlated(20, Relation.CONTAINS, objects, sink);
    }
  }

  @Test
  void aPolygonHoldsTheCentresAndAFifthOfEachWindow() {
    // A comb of thin triangles: many centres in it, much of each window outside.
    Geometry comb =
        geometry(
            "POLYGON ((0 0, 10 0, 10 10, 9 1, 8 10, 7 1, 6 10, 5 1, 4 10, 3 1, 2 10, 1 1, 0 10,"
                + " 0 0))");
    QueryWindows shape = new QueryWindows(QueryRegion.of(comb), 0.5, seed);
    GeometryFactory factory = new GeometryFactory();
    List<Envelope> windows = windows(sink -> shape.random(500, sink));
    boolean anyPartlyOutside = false;
    for (Envelope window : windows) {
      Geometry rectangle = factory.toGeometry(window);
      assertThat(comb.covers(factory.createPoint(window.centre())) || near(comb, window))
          .as("seed %d", seed)
          .isTrue();
      double share = comb.intersection(rectangle).getArea() / rectangle.getArea();
      assertThat(share).as("seed %d", seed).isGreaterThan(0.2 - 1e-6);
      assertThat(rectangle.getArea()).isCloseTo(0.5, within(1e-9));
      anyPartlyOutside |= share < 0.9;
    }
    assertThat(anyPartlyOutside).isTrue();
  }

  private static boolean near(Geometry polygon, Envelope window) {
    return polygon.distance(polygon.getFactory().createPoint(window.centre())) < 1e-9;
  }

  @Test
  void correlatedWindowsMeetTheRegion() {
    QueryRegion corner = QueryRegion.of(geometry("POLYGON ((0 0, 0.3 0, 0 0.3, 0 0))"));
    QueryWindows shape = new QueryWindows(corner, 1, seed);
    ObjectSet objects = objects(new UniformPoints(2000, Extent.UNIT, seed));
    Geometry polygon = geometry("POLYGON ((0 0, 0.3 0, 0 0.3, 0 0))");
    for (Relation relation : Relation.values()) {
      for (Envelope window : windows(s -> shape.correlated(100, relation, objects, s))) {
        assertThat(polygon.distance(new GeometryFactory().toGeometry(window)))
            .as("seed %d", seed)
            .isLessThan(1e-6);
      }
    }
  }

  @Test
  void intersectingWindowsIntersectAnObjectAndContainingOnesContainOne() {
    double[][] rectangles = new double[500][];
    EntryGenerator generator = new UniformRectangles(500, 0.2, Extent.UNIT, seed);
    generator.generate(
        (id, minX, minY, maxX, maxY) ->
            rectangles[(int) id - 1] = new double[] {minX, minY, maxX, maxY});
    ObjectSet objects = objects(generator);
    QueryWindows shape =
        new QueryWindows(QueryRegion.of(objects.extent().orElseThrow()), 0.2, seed);
    for (Envelope w : windows(s -> shape.correlated(100, Relation.INTERSECTS, objects, s))) {
      assertThat(Arrays.stream(rectangles))
          .as("seed %d", seed)
          .anyMatch(r -> w.intersects(new Envelope(r[0], r[2], r[1], r[3])));
    }
    for (Envelope w : windows(s -> shape.correlated(100, Relation.CONTAINS, objects, s))) {
      assertThat(Arrays.stream(rectangles))
          .as("seed %d", seed)
          .anyMatch(
              r ->
                  w.getMinX() < r[0]
                      && w.getMinY() < r[1]
                      && w.getMaxX() > r[2]
                      && w.getMaxY() > r[3]);
    }
  }

  @Test
  void containmentFindsANeighbourWhenTheDrawnObjectIsTooLarge() {
    // The centroid of the large square is that of the small one.
    ObjectSet objects = new ObjectSet();
    objects.accept(1, 0, 0, 100, 100);
    objects.accept(2, 49, 49, 51, 51);
    QueryWindows shape = new QueryWindows(QueryRegion.of(new Extent(0, 0, 100, 100)), 1, seed);
    for (Envelope window : windows(s -> shape.correlated(50, Relation.CONTAINS, objects, s))) {
      assertThat(window.centre().x).isCloseTo(50, within(1e-9));
    }
  }

  @Test
  void theShapeOfAnObjectCountsNotItsRectangle() {
    // The centroid of the hook lies in its hollow: only the dot is ever intersected.
    String hook = "POLYGON ((0 0, 100 0, 100 100, 0 100, 0 99, 99 99, 99 1, 0 1, 0 0))";
    ObjectSet objects = geometries(hook, "POINT (20 20)");
    QueryWindows shape =
        new QueryWindows(QueryRegion.of(objects.extent().orElseThrow()), 0.01, seed);
    for (Envelope window : windows(s -> shape.correlated(50, Relation.INTERSECTS, objects, s))) {
      assertThat(window.centre().x).as("seed %d", seed).isCloseTo(20, within(1e-9));
    }
  }

  @Test
  void givesUpWhenNothingFits() {
    ObjectSet objects = new ObjectSet();
    objects.accept(1, 0, 0, 1, 1);
    QueryWindows shape = new QueryWindows(QueryRegion.of(Extent.UNIT), 1, seed);
    assertThatExceptionOfType(GenerationException.class)
        .isThrownBy(() -> shape.correlated(1, Relation.CONTAINS, objects, (a, b, c, d) -> {}))
        .withMessageContainingAll("contains an object", "1000000 draws", "percent 1.0");

    Extent tiny = new Extent(0.1234561, 0.1234561, 0.1234569, 0.1234569);
    QueryWindows unround = new QueryWindows(QueryRegion.of(tiny), 1, seed);
    assertThatExceptionOfType(GenerationException.class)
        .isThrownBy(() -> unround.random(1, (a, b, c, d) -> {}))
        .withMessageContainingAll("rounded to 6 decimals", "1000000 draws");
  }

  @Test
  void messagesHoldTheValueAndTheRange() {
    QueryRegion region = QueryRegion.of(Extent.UNIT);
    for (double percent : new double[] {0, -1, 100.5, Double.NaN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new QueryWindows(region, percent, 1))
          .withMessageContaining("percent is " + percent + "; allowed: above 0 and at most 100");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QueryRegion.of(new Extent(0, 0, 0, 1)))
        .withMessageContaining("has no area");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QueryRegion.of(geometry("LINESTRING (0 0, 1 1)")))
        .withMessageContaining("region is a LineString; allowed: a polygon");
    QueryWindows shape = new QueryWindows(region, 1, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> shape.correlated(1, Relation.CONTAINS, new ObjectSet(), (a, b, c, d) -> {}))
        .withMessageContaining("at least one object");
  }
}
