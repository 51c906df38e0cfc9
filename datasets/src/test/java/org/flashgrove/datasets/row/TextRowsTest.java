package org.flashgrove.datasets.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.InputFile;
import org.flashgrove.datasets.format.DataFiles;
import org.flashgrove.datasets.format.DataFormats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of text files that are read by ranges of bytes equal those of a scan. */
class TextRowsTest {
  private static final String[] WORDS = {
    "",
    "a",
    "\u00e4\u00f6",
    "\u2603 snow",
    "\ud83c\udf33 tree",
    "comma, here",
    "line\nbreak",
    "x;y|z"
  };

  @TempDir private Path folder;

  /** A feature, as far as it is compared. */
  private record Seen(
      long id, boolean isIdMade, String geometry, String bounds, Map<String, Object> values) {
    static Seen of(FeatureCursor cursor) {
      Map<String, Object> values = new TreeMap<>();
      for (int i = 0; i < cursor.attributeNames().size(); i++) {
        if (cursor.attribute(i) != null) {
          values.put(cursor.attributeNames().get(i), cursor.attribute(i));
        }
      }
      return new Seen(
          cursor.id(),
          cursor.isIdMade(),
          cursor.geometry() == null ? "" : cursor.geometry().toText(),
          cursor.bounds().toString(),
          values);
    }
  }

  private static List<Seen> scan(Path file, BadRowPolicy policy) {
    List<Seen> seen = new ArrayList<>();
    try (FeatureCursor all =
        DataFiles.open(
            InputFile.named(file.toString()),
            file.toString(),
            FormatOptions.BY_ENDING,
            policy,
            RowForms.RECORDS)) {
      while (all.next()) {
        if (!all.bounds().isNull()) {
          seen.add(Seen.of(all));
        }
      }
    }
    return seen;
  }

  private static RowFile open(Path file, byte[] places) {
    RowFormat format = (RowFormat) DataFormats.ofFile(file.toString(), FormatOptions.BY_ENDING);
    return format.openRows(file, file.toString(), null, places);
  }

  private static List<Seen> read(RowFile rows, long[] numbers) {
    List<Seen> seen = new ArrayList<>();
    try (FeatureCursor found = rows.rows(numbers)) {
      while (found.next()) {
        seen.add(Seen.of(found));
      }
    }
    return seen;
  }

  private static void requireRowsOfAScan(Path file, Random random) {
    List<String> problems = new ArrayList<>();
    BadRowPolicy policy = BadRowPolicy.skip(problem -> problems.add(problem.getMessage()));
    List<Seen> expected = scan(file, policy);
    List<String> named = List.copyOf(problems);
    problems.clear();
    List<Long> numbers = new ArrayList<>();
    List<String> bounds = new ArrayList<>();
    byte[] places;
    try (RowFile rows = open(file, null)) {
      rows.forEachBounds(
          0,
          policy,
          (row, minX, minY, maxX, maxY) -> {
            numbers.add(row);
            bounds.add("Env[" + minX + " : " + maxX + ", " + minY + " : " + maxY + "]");
          });
      places = rows.places();
    }
    assertThat(problems).isEqualTo(named);
    assertThat(bounds).isEqualTo(expected.stream().map(Seen::bounds).toList());
    long[] all = numbers.stream().mapToLong(each -> each).toArray();
    try (RowFile rows = open(file, places)) {
      assertThat(read(rows, all)).isEqualTo(expected);
      for (int i = 0; i < 5 && all.length > 0; i++) {
        int[] chosen =
            random.ints(1 + random.nextInt(9), 0, all.length).sorted().distinct().toArray();
        assertThat(read(rows, Arrays.stream(chosen).mapToLong(each -> all[each]).toArray()))
            .isEqualTo(Arrays.stream(chosen).mapToObj(expected::get).toList());
      }
      long from = random.nextLong(rows.rowCount() + 1);
      List<Long> later = new ArrayList<>();
      rows.forEachBounds(from, policy, (row, minX, minY, maxX, maxY) -> later.add(row));
      assertThat(later).isEqualTo(numbers.stream().filter(each -> each >= from).toList());
    }
  }

  private static String quoted(String text) {
    return '"' + text.replace("\"", "\"\"") + '"';
  }

  private static String number(Random random) {
    return Double.toString(random.nextInt(2000) / 8.0 - 100);
  }

  private static String id(Random random, int style, int row) {
    boolean isOther = row > 0 && random.nextInt(20) == 0;
    return switch (style) {
      case 0 -> Integer.toString(1_000 + 3 * row);
      case 1 -> isOther ? "" : Integer.toString(1_000 + 3 * row);
      case 2 -> isOther ? "k" + row : Integer.toString(row);
      default -> random.nextBoolean() ? "k" + row : random.nextBoolean() ? "" : "7" + row;
    };
  }

  private static String csv(Random random) {
    String end = random.nextBoolean() ? "\n" : "\r\n";
    char delimiter = random.nextBoolean() ? ',' : ';';
    StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "\ufeff" : "");
    text.append(delimiter == ';' ? "sep=;" + end : "");
    List<String> columns =
        new ArrayList<>(
            switch (random.nextInt(4)) {
              case 0 -> List.of("x", "y");
              case 1 -> List.of("lon", "lat");
              case 2 -> List.of("xmin", "ymin", "xmax", "ymax");
              default -> List.of("the_geom");
            });
    int shapes = columns.size();
    columns.add(random.nextInt(columns.size() + 1), "id");
    columns.addAll(List.of("name", "n", "\u00fcber"));
    text.append(String.join(Character.toString(delimiter), columns)).append(end);
    int style = random.nextInt(4);
    int rows = random.nextInt(Repetitions.of(600, 2_000));
    for (int row = 0; row < rows; row++) {
      List<String> fields = new ArrayList<>();
      boolean isNull = random.nextInt(15) == 0;
      int shape = 0;
      for (String column : columns) {
        fields.add(
            switch (column) {
              case "id" -> id(random, style, row);
              case "name" -> quoted(WORDS[random.nextInt(WORDS.length)].repeat(random.nextInt(9)));
              case "n" -> Integer.toString(random.nextInt(100));
              case "\u00fcber" -> random.nextInt(3) == 0 ? "" : "\u20ac" + row;
              case "the_geom" ->
                  isNull ? "" : quoted("POINT (" + number(random) + " " + number(random) + ")");
              default -> isNull ? "" : Integer.toString(row % 7 + (shape++ < shapes / 2 ? 0 : 9));
            });
      }
      if (random.nextInt(40) == 0) {
        fields.remove(fields.size() - 1); // a bad row
      }
      if (random.nextInt(40) == 0) {
        text.append(end);
      }
      text.append(String.join(Character.toString(delimiter), fields));
      text.append(row + 1 == rows && random.nextBoolean() ? "" : end);
    }
    return text.toString();
  }

  private static String feature(Random random, int style, int row, boolean atTop) {
    String point = "{\"type\":\"Point\",\"coordinates\":[" + number(random) + "," + row + "]}";
    if (atTop && random.nextInt(20) == 0) {
      return point;
    }
    if (random.nextInt(20) == 0) {
      point = random.nextBoolean() ? "null" : "{\"type\":\"Point\",\"coordinates\":[\"bad\"]}";
    }
    String id = id(random, style, row);
    boolean isWhole = id.matches("[0-9]+");
    StringBuilder text = new StringBuilder("{\"type\":\"Feature\"");
    text.append(id.isEmpty() ? "" : ",\"id\":" + (isWhole ? id : '"' + id + '"'));
    text.append(random.nextInt(5) == 0 ? ",\"extra\":{\"a\":[1,{\"b\":\"]}\"}]}" : "");
    text.append(",\"properties\":{\"word\":\"");
    text.append(WORDS[random.nextInt(WORDS.length)].replace("\n", "\\n").repeat(random.nextInt(9)));
    text.append("\",\"n\":").append(random.nextBoolean() ? row : row + 0.5);
    text.append(random.nextInt(9) == 0 ? ",\"id\":" + row : "");
    text.append(random.nextInt(9) == 0 ? ",\"id_\":\"" + row + "\"" : "");
    text.append(random.nextInt(9) == 0 ? ",\"p" + random.nextInt(20) + "\":[{\"q\":1}]" : "");
    return text.append("},\"geometry\":").append(point).append('}').toString();
  }

  private static String geojson(Random random) {
    StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "\ufeff" : "");
    int style = random.nextInt(4);
    int row = 0;
    for (int part = random.nextInt(4); part >= 0; part--) {
      int rows = random.nextInt(Repetitions.of(200, 1_000));
      if (random.nextBoolean()) {
        text.append("{\"name\":\"\ud83c\udf33\",\"type\":\"FeatureCollection\",\"features\":[");
        String between = random.nextBoolean() ? ",\n" : " ,";
        for (int i = 0; i < rows; i++) {
          text.append(i == 0 ? "\n" : between).append(feature(random, style, row++, false));
        }
        text.append("\n],\"after\":[1,2,{}]}").append(random.nextBoolean() ? "\n" : "");
      } else {
        String between = random.nextBoolean() ? "\n" : "\n\u001e";
        for (int i = 0; i < rows; i++) {
          text.append(feature(random, style, row++, true)).append(between);
        }
      }
    }
    return text.isEmpty() || row == 0
        ? "{\"type\":\"FeatureCollection\",\"features\":[]}"
        : text.toString();
  }

  @Test
  void rowsOfCsvAreThoseOfAScan() throws IOException {
    for (int i = 0; i < Repetitions.of(60, 1_000); i++) {
      Random random = Seeds.random();
      requireRowsOfAScan(Files.writeString(folder.resolve("a.csv"), csv(random)), random);
    }
  }

  @Test
  void rowsOfGeoJsonAreThoseOfAScan() throws IOException {
    for (int i = 0; i < Repetitions.of(60, 1_000); i++) {
      Random random = Seeds.random();
      requireRowsOfAScan(Files.writeString(folder.resolve("a.geojson"), geojson(random)), random);
    }
  }

  private static boolean isComplete(Path file) {
    try {
      scan(file, BadRowPolicy.skip(bad -> {}));
      return true;
    } catch (InputException e) {
      return false;
    }
  }

  /**
   * Updates the places of a file from those of its beginning, and compares its rows with a scan.
   */
  private boolean requireRowsAfterAppending(String name, String text, Random random)
      throws IOException {
    int end = text.indexOf('\n', random.nextInt(text.length())) + 1;
    Path file = Files.writeString(folder.resolve(name), text.substring(0, end));
    if (end == 0 || !isComplete(file)) {
      return false;
    }
    byte[] older = places(file);
    Files.writeString(file, text);
    BadRowPolicy policy = BadRowPolicy.skip(bad -> {});
    List<Long> expected = new ArrayList<>();
    try (RowFile rows = open(file, null)) {
      rows.forEachBounds(0, policy, (row, minX, minY, maxX, maxY) -> expected.add(row));
    }
    byte[] places;
    long kept;
    try (RowFile rows = open(file, null)) {
      kept = rows.keepRows(older);
      List<Long> added = new ArrayList<>();
      rows.forEachBounds(kept, policy, (row, minX, minY, maxX, maxY) -> added.add(row));
      assertThat(added).isEqualTo(expected.stream().filter(row -> row >= kept).toList());
      places = rows.places();
    }
    try (RowFile rows = open(file, places);
        RowFile fresh = open(file, places(file))) {
      long[] all = expected.stream().mapToLong(each -> each).toArray();
      assertThat(read(rows, all)).isEqualTo(read(fresh, all)).isEqualTo(scan(file, policy));
      assertThat(types(rows)).isEqualTo(types(fresh));
    }
    return kept > 0;
  }

  @Test
  void appendedRowsAreAdded() throws IOException {
    int kept = 0;
    for (int i = 0; i < Repetitions.of(60, 2_000); i++) {
      Random random = Seeds.random();
      kept += requireRowsAfterAppending("a.csv", csv(random), random) ? 1 : 0;
      kept += requireRowsAfterAppending("a.geojson", geojson(random), random) ? 1 : 0;
    }
    assertThat(kept).isPositive();
  }

  @Test
  void onlyCompleteOlderVersionsAreKept() throws IOException {
    String text = "id,x,y,n\n" + "1,2,3,4\n".repeat(5_000);
    Path file = Files.writeString(folder.resolve("a.csv"), text);
    byte[] older = places(file);
    for (String now :
        List.of(
            text,
            text.replaceFirst("\n1,2,3,4\n", "\n1,2,3,5\n") + "5,6,7,8\n",
            text.replaceFirst("n", "m") + "5,6,7,8\n",
            text.substring(0, text.length() - 1) + "5\n5,6,7,8\n",
            text.substring(0, text.length() / 2))) {
      Files.writeString(file, now);
      try (RowFile rows = open(file, null)) {
        assertThat(rows.keepRows(older)).isZero();
      }
    }
    Files.writeString(file, text + "5,6,7,8\n");
    try (RowFile rows = open(file, null)) {
      assertThat(rows.keepRows(older)).isEqualTo(5_000);
      assertThat(rows.keepRows(new byte[3])).isZero();
    }
  }

  private static byte[] places(Path file) {
    try (RowFile rows = open(file, null)) {
      return rows.places();
    }
  }

  @Test
  void typesFitAllValues() throws IOException {
    Path csv =
        Files.writeString(
            folder.resolve("a.csv"),
            "id,x,y,a,b,c,d,e,f\n1,1,1,5,1,true,2024-02-29,2024-02-29T10:00:00Z,07\n"
                + "2,2,2,6,2.5,false,2024-03-01,2024-02-29T10:00:01Z,8\n3,3,3,,,,,,\n");
    Path json =
        Files.writeString(
            folder.resolve("a.geojson"),
            "{\"type\":\"Point\",\"coordinates\":[1,2]}{\"type\":\"Feature\",\"geometry\":null,"
                + "\"properties\":{\"a\":1,\"b\":1,\"c\":true,\"d\":\"1\",\"e\":1}}"
                + "{\"type\":\"Feature\",\"geometry\":null,\"properties\":{\"b\":0.5,\"e\":\"x\"}}");
    assertThat(types(csv))
        .containsExactly(
            AttributeType.INTEGER,
            AttributeType.REAL,
            AttributeType.BOOLEAN,
            AttributeType.DATE,
            AttributeType.MOMENT,
            AttributeType.TEXT);
    assertThat(types(json))
        .containsExactly(
            AttributeType.INTEGER,
            AttributeType.REAL,
            AttributeType.BOOLEAN,
            AttributeType.TEXT,
            AttributeType.TEXT);
  }

  private static List<AttributeType> types(Path file) {
    try (RowFile rows = open(file, places(file))) {
      return types(rows);
    }
  }

  private static List<AttributeType> types(RowFile rows) {
    try (FeatureCursor cursor = rows.rows(new long[0])) {
      List<AttributeType> types = new ArrayList<>();
      for (int i = 0; i < cursor.attributeNames().size(); i++) {
        types.add(cursor.declaredType(i));
      }
      return types;
    }
  }

  @Test
  void damagedPlacesAndOtherFilesAreRefused() throws IOException {
    Random random = Seeds.random();
    for (String name : List.of("a.csv", "a.geojson")) {
      String text = name.equals("a.csv") ? csv(random) : geojson(random);
      Path file = Files.writeString(folder.resolve(name), text + "\n");
      byte[] good = places(file);
      for (int i = 0; i < 300; i++) {
        byte[] bad = i % 4 == 0 ? Arrays.copyOf(good, random.nextInt(good.length)) : good.clone();
        if (i % 4 > 0) {
          bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
        }
        try (RowFile rows = open(file, bad)) {
          read(rows, LongStream.range(0, Math.min(20, rows.rowCount())).toArray());
        } catch (IllegalArgumentException | InputException e) {
          // one line says what is wrong
        }
      }
      Files.writeString(file, text);
      assertThatIllegalArgumentException().isThrownBy(() -> open(file, good));
    }
  }

  @Test
  void changedRowsAreNoticed() throws IOException {
    Random random = Seeds.random();
    for (String name : List.of("a.csv", "a.geojson")) {
      StringBuilder text = new StringBuilder(name.equals("a.csv") ? "id,x,y\n" : "");
      for (int i = 1; i < 2_000; i++) {
        text.append(
            name.equals("a.csv")
                ? i + "," + number(random) + "," + i + "\n"
                : "{\"type\":\"Point\",\"coordinates\":[" + number(random) + "," + i + "]}\n");
      }
      Path file = Files.writeString(folder.resolve(name), text);
      byte[] places = places(file);
      byte[] good = Files.readAllBytes(file);
      for (int i = 0; i < 50; i++) {
        byte[] bad = good.clone();
        bad[8 + random.nextInt(bad.length - 8)] ^= (byte) (1 + random.nextInt(15));
        Files.write(file, bad);
        assertThatThrownBy(
                () -> {
                  try (RowFile rows = open(file, places)) {
                    read(rows, LongStream.range(0, rows.rowCount()).toArray());
                  }
                })
            .satisfiesAnyOf(
                e -> assertThat(e).hasMessageContaining("rows of another file"), // the head
                e ->
                    assertThat(e)
                        .isInstanceOf(InputException.class)
                        .hasMessageContaining("rows that changed after they were indexed"));
      }
    }
  }

  @Test
  void compressedFilesAreRefused() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write("id,x,y\n1,2,3\n".getBytes(StandardCharsets.UTF_8));
    }
    Path file = Files.write(folder.resolve("a.csv.gz"), bytes.toByteArray());
    assertThatThrownBy(() -> open(file, null))
        .isInstanceOf(InputException.class)
        .hasMessage(file + ": is packed by gzip; allowed: the file in it, unpacked");
  }
}
