package org.flashgrove.datasets.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.RowForms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Envelope;

class CsvFeaturesTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"id,x,y", "id,lon,lat", "ID,Lon,LAT", "\"id\", x ,\"y\""})
  void readsPoints(String header) {
    assertThat(Csv.entries(header + "\n7,1.5,-2e3\n-8,+.25,0\n"))
        .containsExactly("7:1.5,-2000.0,1.5,-2000.0", "-8:0.25,0.0,0.25,0.0");
  }

  @Test
  void readsRectangles() {
    assertThat(Csv.entries("id,minx,miny,maxx,maxy\n1,0,1,2,3\n"))
        .containsExactly("1:0.0,1.0,2.0,3.0");
  }

  @Test
  void readsColumnsInAnyOrder() {
    assertThat(Csv.entries("maxY,id,minx,maxx,miny\n3,1,0,2,1\n"))
        .containsExactly("1:0.0,1.0,2.0,3.0");
  }

  @Test
  void readsGeometriesAsTheirBounds() {
    String text =
        "id,wkt\n"
            + "1,\"LINESTRING (0 0, 3 -4)\"\n"
            + "2,POINT (5 6)\n"
            + "3,\"POLYGON ((0 0,\n 4 0, 4 2, 0 0))\"\n"
            + "4,\"GEOMETRYCOLLECTION (POINT (1 1), LINESTRING Z (2 2 9, 3 3 9))\"\n";
    assertThat(Csv.entries(text))
        .containsExactly(
            "1:0.0,-4.0,3.0,0.0", "2:5.0,6.0,5.0,6.0", "3:0.0,0.0,4.0,2.0", "4:1.0,1.0,3.0,3.0");
  }

  @Test
  void givesTheGeometryOfEachKind() {
    assertThat(geometryOf("id,x,y\n1,2,3\n")).isEqualTo("POINT (2 3)");
    assertThat(geometryOf("id,minx,miny,maxx,maxy\n1,0,0,2,3\n"))
        .isEqualTo("POLYGON ((0 0, 0 3, 2 3, 2 0, 0 0))");
    assertThat(geometryOf("id,wkt\n1,\"LINESTRING (0 0, 2 3)\"\n"))
        .isEqualTo("LINESTRING (0 0, 2 3)");
  }

  private static String geometryOf(String text) {
    try (CsvFeatures cursor = Csv.of(Csv.stream(text), Csv.NAME, BadRowPolicy.STOP)) {
      assertThat(cursor.next()).isTrue();
      return cursor.geometry().toText();
    }
  }

  @Test
  void readsKeysAndMovesWhereTheyAreAllowed() {
    String moves = "id,oldminx,oldminy,oldmaxx,oldmaxy,minx,miny,maxx,maxy\n1,0,0,1,1,2,2,3,4\n";
    try (CsvFeatures cursor = changes(moves, RowForms.ENTRIES_OR_MOVES)) {
      assertThat(cursor.kind()).isEqualTo(EntryKind.MOVES);
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.old()).isEqualTo(new Envelope(0, 1, 0, 1));
      assertThat(cursor.geometry().getEnvelopeInternal()).isEqualTo(new Envelope(2, 3, 2, 4));
      assertThat(cursor.problem("wrong", "right")).hasMessageContaining("line 2: wrong; allowed");
    }
    try (CsvFeatures cursor = changes("ID\n5\n", RowForms.ENTRIES_OR_KEYS)) {
      assertThat(cursor.kind()).isEqualTo(EntryKind.KEYS);
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.id()).isEqualTo(5);
      assertThatThrownBy(cursor::geometry).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(cursor::old).isInstanceOf(IllegalStateException.class);
    }
    assertThatThrownBy(() -> changes(moves, RowForms.ENTRIES_OR_KEYS))
        .isInstanceOf(InputException.class);
    assertThatThrownBy(() -> changes("id\n5\n", RowForms.ENTRIES))
        .isInstanceOf(InputException.class);
  }

  private static CsvFeatures changes(String text, RowForms forms) {
    return Csv.of(Csv.stream(text), Csv.NAME, BadRowPolicy.STOP, forms);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id,x,y\r\n1,2,3\r\n",
        "id,x,y\n1,2,3",
        "\uFEFFid,x,y\n1,2,3\n",
        "\nid,x,y\n\n1,2,3\n\n\n",
        "id,x,y\n 1 ,\"2\", 3 \n"
      })
  void takesLineEndsBlankLinesMarksAndBlanksAsTheyCome(String text) {
    assertThat(Csv.entries(text)).containsExactly("1:2.0,3.0,2.0,3.0");
  }

  @Test
  void aHeaderAloneHasNoEntries() {
    assertThat(Csv.entries("id,x,y\n")).isEmpty();
  }

  @Test
  void reportsTheLineWhereARowBegins() {
    String text = "id,wkt\n\n1,\"POINT\n(1 1)\"\n2,POINT (2 2)\r\n3,POINT (3 3)";
    try (CsvFeatures cursor = Csv.of(Csv.stream(text), Csv.NAME, BadRowPolicy.STOP)) {
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.lineNumber()).isEqualTo(3);
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.lineNumber()).isEqualTo(5);
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.lineNumber()).isEqualTo(6);
      assertThat(cursor.next()).isFalse();
    }
  }

  @Test
  void unpacksGzipWhateverTheNameSays() throws IOException {
    Path file = folder.resolve("points.csv");
    Files.write(file, Csv.gzip("id,x,y\n1,2,3\n"));
    CsvFeatures cursor = Csv.open(file.toString(), BadRowPolicy.STOP);
    assertThat(cursor.kind()).isEqualTo(EntryKind.POINTS);
    assertThat(Csv.entries(cursor)).containsExactly("1:2.0,3.0,2.0,3.0");
  }

  @Test
  void readsStandardInputAndLeavesItOpen() throws IOException {
    InputStream before = System.in;
    boolean[] closed = new boolean[1];
    InputStream input =
        new ByteArrayInputStream(Csv.gzip("id,x,y\n1,2,3\n")) {
          @Override
          public void close() {
            closed[0] = true;
          }
        };
    System.setIn(input);
    try {
      assertThat(Csv.entries(Csv.open("-", BadRowPolicy.STOP))).hasSize(1);
    } finally {
      System.setIn(before);
    }
    assertThat(closed[0]).isFalse();
  }

  @Test
  void readsAGeometryOfTwoMegabytes() {
    StringBuilder text = new StringBuilder("id,wkt\n1,\"LINESTRING (0 0");
    while (text.length() < 2_000_000) {
      text.append(", 1.2345678 2.3456789");
    }
    assertThat(Csv.entries(text.append(")\"\n").toString()))
        .containsExactly("1:0.0,0.0,1.2345678,2.3456789");
  }
}
