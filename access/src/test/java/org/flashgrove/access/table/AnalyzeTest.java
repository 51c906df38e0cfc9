package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.flashgrove.access.Store;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.BatchStateException;
import org.flashgrove.core.failure.ReadOnlyStoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;

/** Tests that statistics of {@link Table#analyze} are saved, restored, and only affect costs. */
class AnalyzeTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int ROWS = 4_000;
  private static final int SIDE = 1_000;
  private static final String FILE = "store.statistics";
  private static final List<String> INDICES = List.of("geom", "height", "key");

  @TempDir Path directory;

  private final Random random = Seeds.random();
  private final Map<Long, Coordinate> places = new TreeMap<>();
  private final Map<Long, Integer> heights = new TreeMap<>();

  private static TableOptions options(String spatial) {
    return TableOptions.defaults()
        .withPageSize(512)
        .withAttributes("height:int/other:int")
        .withIndex("geom", spatial)
        .withIndex("key", "bplus")
        .withIndex("height", "bplus:attribute=height");
  }

  private void fill(Table table, int rows) {
    try (TableBatch batch = table.begin()) {
      for (int i = 0; i < rows; i++) {
        long key = places.size();
        Coordinate place = new Coordinate(SIDE * random.nextDouble(), SIDE * random.nextDouble());
        int height = random.nextInt(SIDE);
        batch.insert(
            key, GEOMETRIES.createPoint(place), row -> row.set("height", height).set("other", 1));
        places.put(key, place);
        heights.put(key, height);
      }
      batch.commit();
    }
    table.flush();
  }

  private Table table(String spatial) {
    Table table = Table.create(directory.resolve("table"), options(spatial));
    fill(table, ROWS);
    return table;
  }

  private static boolean knows(Table table, String index) {
    TableIndex of = table.index(index);
    return of.statistics().histogram(of.size()) != null;
  }

  private void compareAnswers(Table table) {
    for (int i = 0; i < 40; i++) {
      Coordinate at = places.get((long) random.nextInt(places.size()));
      double reach = random.nextInt(SIDE / 4);
      Envelope box = new Envelope(at.x - reach, at.x + reach, at.y - reach, at.y + reach);
      int least = random.nextInt(SIDE);
      long[] expected =
          places.keySet().stream()
              .filter(key -> box.contains(places.get(key)) && heights.get(key) >= least)
              .mapToLong(key -> key)
              .toArray();
      TableQuery query =
          TableQuery.of(table).intersecting(GEOMETRIES.toGeometry(box)).where("height >= ?", least);
      assertThat(query.count()).isEqualTo(expected.length);
      long[] found = new long[expected.length];
      int count = 0;
      try (TableCursor records = query.cursor()) {
        while (records.next()) {
          found[count++] = records.record().key();
        }
      }
      Arrays.sort(found);
      assertThat(found).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rstar", "grove"})
  void statisticsAreThereWhenTheTableOpens(String spatial) {
    try (Table table = table(spatial)) {
      assertThat(INDICES).noneMatch(index -> knows(table, index));
    }
    try (Table table = Table.open(directory.resolve("table"))) {
      assertThat(INDICES).noneMatch(index -> knows(table, index));
      assertThat(table.analyze()).isPositive();
      assertThat(INDICES).allMatch(index -> knows(table, index));
    }
    try (Table table = Table.open(directory.resolve("table"))) {
      assertThat(INDICES).allMatch(index -> knows(table, index));
      compareAnswers(table);
    }
    try (Table reader = Table.openReadOnly(directory.resolve("table"))) {
      assertThat(INDICES).allMatch(index -> knows(reader, index));
      assertThatThrownBy(reader::analyze).isInstanceOf(ReadOnlyStoreException.class);
    }
  }

  @Test
  void restoredStatisticsGiveTheSameEstimates() {
    String before;
    TableQuery query;
    Envelope box = new Envelope(100, 300, 100, 300);
    try (Table table = table("rstar")) {
      table.analyze();
      query = TableQuery.of(table).intersecting(GEOMETRIES.toGeometry(box)).where("height < 90");
      before = query.explain().toString();
    }
    try (Table table = Table.open(directory.resolve("table"))) {
      query = TableQuery.of(table).intersecting(GEOMETRIES.toGeometry(box)).where("height < 90");
      assertThat(query.explain()).hasToString(before);
    }
  }

  @Test
  void statisticsAgeWithTheNumberOfEntries() {
    try (Table table = table("rstar")) {
      table.analyze();
    }
    try (Table table = Table.open(directory.resolve("table"))) {
      fill(table, ROWS / 4);
      assertThat(INDICES).noneMatch(index -> knows(table, index));
      compareAnswers(table);
      table.analyze();
      assertThat(INDICES).allMatch(index -> knows(table, index));
    }
    try (Table table = Table.open(directory.resolve("table"))) {
      assertThat(INDICES).allMatch(index -> knows(table, index));
      compareAnswers(table);
    }
  }

  @Test
  void aDamagedFileIsIgnored() throws IOException {
    try (Table table = table("grove")) {
      table.analyze();
    }
    Path file = directory.resolve("table").resolve(FILE);
    byte[] good = Files.readAllBytes(file);
    for (int i = 0; i < 30; i++) {
      byte[] bad = good.clone();
      bad[random.nextInt(bad.length)] ^= (byte) (1 + random.nextInt(255));
      Files.write(file, i % 3 == 0 ? Arrays.copyOf(good, random.nextInt(good.length)) : bad);
      try (Table table = Table.openReadOnly(directory.resolve("table"))) {
        assertThat(INDICES).noneMatch(index -> knows(table, index));
      }
    }
    try (Table table = Table.open(directory.resolve("table"))) {
      compareAnswers(table);
      table.analyze();
    }
    try (Table table = Table.openReadOnly(directory.resolve("table"))) {
      assertThat(INDICES).allMatch(index -> knows(table, index));
    }
  }

  @Test
  void forgedStatisticsChangeNoAnswer() throws IOException {
    Path at = directory.resolve("table");
    try (Table table = Table.create(at, options("rstar"))) {
      fill(table, ROWS);
      table.analyze();
    }
    Path file = at.resolve(FILE);
    byte[] whole = Files.readAllBytes(file);
    for (int round = 0; round < 60; round++) {
      Files.write(file, forge(whole));
      try (Table table = Table.open(at)) {
        compareAnswers(table);
      }
    }
  }

  /** Changes the length or one word of an index's statistics, and corrects the checksum. */
  private byte[] forge(byte[] whole) {
    ByteBuffer bytes = ByteBuffer.wrap(whole.clone()).order(ByteOrder.LITTLE_ENDIAN);
    int end = whole.length - Integer.BYTES;
    ByteBuffer forged = ByteBuffer.allocate(whole.length).order(ByteOrder.LITTLE_ENDIAN);
    forged.putInt(bytes.getInt());
    int changed = random.nextInt(INDICES.size());
    for (int index = 0; bytes.position() < end; index++) {
      byte[] name = new byte[bytes.getInt()];
      bytes.get(name);
      long[] words = new long[bytes.getInt()];
      bytes.asLongBuffer().get(words);
      bytes.position(bytes.position() + Long.BYTES * words.length);
      if (index == changed) {
        if (random.nextBoolean()) {
          words = Arrays.copyOf(words, random.nextInt(words.length));
        } else {
          long[] strange = {random.nextLong(), -1, 0, Double.doubleToLongBits(Double.NaN)};
          words[random.nextInt(words.length)] = strange[random.nextInt(strange.length)];
        }
      }
      forged.putInt(name.length).put(name).putInt(words.length);
      for (long word : words) {
        forged.putLong(word);
      }
    }
    CRC32C crc = new CRC32C();
    crc.update(forged.array(), 0, forged.position());
    forged.putInt((int) crc.getValue());
    return Arrays.copyOf(forged.array(), forged.position());
  }

  @Test
  void anotherIndexOfTheSameNameDoesNotGetTheStatistics() {
    try (Table table = table("rstar")) {
      table.analyze();
      table.dropIndex("height");
      table.addIndex("height=bplus:attribute=other");
      assertThat(knows(table, "height")).isFalse();
    }
    try (Table table = Table.open(directory.resolve("table"))) {
      assertThat(knows(table, "height")).isFalse();
      assertThat(knows(table, "key")).isTrue();
    }
  }

  @Test
  void tablesOfAStoreKeepTheStatisticsOfEachOther() {
    try (Store store = Store.create(directory.resolve("store"))) {
      for (String name : List.of("one", "two")) {
        TableOptions options =
            TableOptions.defaults()
                .withAttributes("height:int/other:int")
                .withIndex("key", "bplus")
                .withIndex("height", "bplus:attribute=height");
        Table table = Table.create(store, name, options);
        fill(table, ROWS);
        table.analyze();
      }
    }
    try (Store store = Store.open(directory.resolve("store"))) {
      assertThat(Table.allOf(store)).hasSize(2).allMatch(table -> knows(table, "key"));
      store.drop(List.of("two", "two.key", "two.height"));
      Table.of(store, "one").analyze();
      Table two = Table.create(store, "two", TableOptions.defaults().withIndex("key", "bplus"));
      assertThat(two.store().statistics()).isSameAs(store.statistics());
      assertThat(knows(two, "key")).isFalse();
    }
  }

  @Test
  void anOpenBatchOfTheSameThreadIsRefused() {
    try (Table table = table("rstar");
        TableBatch batch = table.begin()) {
      batch.delete(1);
      assertThatThrownBy(table::analyze).isInstanceOf(BatchStateException.class);
    }
  }

  @Test
  void aTableInMemoryKeepsItsStatisticsWhileItIsOpen() {
    try (Table table = Table.create(Path.of("none"), options("rstar").withDevice("memory"))) {
      fill(table, ROWS);
      table.analyze();
      assertThat(INDICES).allMatch(index -> knows(table, index));
      compareAnswers(table);
    }
    assertThat(Path.of("none")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"buffered", "memory"})
  void backupsHaveTheSavedStatistics(String device) {
    Path before = directory.resolve("before");
    Path after = directory.resolve("after");
    TableOptions options = options("rstar").withDevice(device);
    try (Table table = Table.create(directory.resolve("table"), options)) {
      fill(table, ROWS);
      table.store().backup(before);
      table.analyze();
      table.store().backup(after);
    }
    assertThat(before.resolve(FILE)).doesNotExist();
    try (Table table = Table.open(after)) {
      assertThat(INDICES).allMatch(index -> knows(table, index));
      compareAnswers(table);
    }
  }
}
