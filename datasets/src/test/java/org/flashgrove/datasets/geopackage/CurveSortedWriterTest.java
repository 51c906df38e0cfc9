package org.flashgrove.datasets.geopackage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.WellKnownText;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.GeometryFacts;
import org.flashgrove.datasets.file.OutputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Sorted features are the same features, in the order of the curve. */
class CurveSortedWriterTest {
  @TempDir private Path folder;

  /** Keeps what is written to it. */
  private static final class Kept implements FeatureWriter {
    private final List<String> lines = new ArrayList<>();
    private final List<Geometry> geometries = new ArrayList<>();
    private boolean isClosed;

    @Override
    public void write(long id, Geometry geometry, Object[] attributes) {
      geometries.add(geometry);
      lines.add(line(id, geometry, attributes));
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }

  private static String line(long id, Geometry geometry, Object[] attributes) {
    Object[] shown = attributes.clone();
    for (int i = 0; i < shown.length; i++) {
      shown[i] = shown[i] instanceof byte[] bytes ? Arrays.toString(bytes) : shown[i];
      shown[i] = shown[i] == null ? "nothing" : shown[i].getClass().getSimpleName() + shown[i];
    }
    String text = geometry == null ? "nothing" : WellKnownText.write(geometry);
    return id + " " + text + " " + Arrays.toString(shown);
  }

  private static Object[] attributes(Random random) {
    Object[] all = {
      "\u00e4" + random.nextInt(9),
      random.nextLong(),
      random.nextInt(3) == 0 ? -0.0 : random.nextInt(5),
      random.nextBoolean(),
      new byte[] {(byte) random.nextInt(), 0},
      LocalDate.ofEpochDay(random.nextInt(99_999)),
      Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000))
    };
    all[2] = ((Number) all[2]).doubleValue();
    for (int i = 0; i < all.length; i++) {
      all[i] = random.nextInt(6) == 0 ? null : all[i];
    }
    return all;
  }

  @Test
  void featuresAreTheSameInTheOrderOfTheCurve() throws IOException {
    Random random = Seeds.random();
    GeometryFactory shapes = new GeometryFactory();
    FeatureSchema schema =
        new FeatureSchema(
            GeometryFacts.planar(
                EntryKind.GEOMETRIES, null, 0, Optional.of(new Extent(-9, -5, 9, 5))),
            Stream.of(AttributeType.values()).map(AttributeType::toString).toList(),
            List.of(AttributeType.values()),
            List.of(),
            0,
            List.of());
    Kept kept = new Kept();
    List<String> written = new ArrayList<>();
    try (OutputFile output = OutputFile.named(folder.resolve("a.gpkg").toString())) {
      try (FeatureWriter writer = new CurveSortedWriter(output, schema, kept)) {
        for (int i = 0; i < 5_000; i++) {
          Coordinate from =
              new Coordinate(random.nextDouble() * 18 - 9, random.nextDouble() * 10 - 5);
          Geometry shape =
              switch (random.nextInt(4)) {
                case 0 -> null;
                case 1 -> shapes.createPoint(from);
                case 2 -> shapes.createPoint(new Coordinate(from.x, from.y, 7));
                default -> shapes.createPoint(from).buffer(0.1, 1);
              };
          Object[] values = attributes(random);
          long id = random.nextLong();
          writer.write(id, shape, values);
          written.add(line(id, shape, values));
        }
        assertThat(kept.lines).isEmpty();
      }
    }
    assertThat(kept.isClosed).isTrue();
    assertThat(kept.lines).containsExactlyInAnyOrderElementsOf(written);
    HilbertCurve curve = new HilbertCurve(-9, -5, 9, 5);
    List<Long> positions =
        kept.geometries.stream()
            .map(
                each -> {
                  Envelope box = each == null ? null : each.getEnvelopeInternal();
                  return box == null
                      ? -1
                      : curve.valueOfCentre(
                          box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
                })
            .toList();
    assertThat(positions).isSorted();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }
}
