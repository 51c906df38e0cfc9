package org.flashgrove.access.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.flashgrove.access.CrashedStore;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.AttributeValues;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.CrashScenario;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.StoreUnderTest;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.heap.HeapScan;
import org.flashgrove.storage.log.SyncMode;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Crash scenario of seeded batches over a table with attributes, indices on them and unique keys.
 * Between the batches it adds and drops attributes and indices, flushes, compacts and syncs. For
 * each prefix of the steps it knows the expected content.
 */
final class SchemaScenario implements CrashScenario {
  private static final int PAGE = 512;
  private static final Schema FIRST = Schema.parse("n:int/s:string?/d:decimal?/u:uuid?");

  private enum Kind {
    BATCH,
    TAKEN_BACK,
    ADD,
    DROP,
    ADD_INDEX,
    DROP_INDEX,
    FLUSH,
    COMPACT,
    SYNC
  }

  /**
   * A step.
   *
   * @param puts values by key; null deletes the record
   * @param attribute the attribute that the step adds or drops
   * @param index name and spec of the index that the step adds or drops
   */
  private record Step(
      Kind kind, Map<Long, Map<String, Object>> puts, Attribute attribute, String index) {
    Step(Kind kind, Map<Long, Map<String, Object>> puts, Attribute attribute) {
      this(kind, puts, attribute, null);
    }

    String indexName() {
      return index.substring(0, index.indexOf('='));
    }
  }

  /** Indices that the scenario adds and drops. */
  private static final List<String> INDICES =
      List.of("d=bplus:attribute=d", "u=bplus:attribute=u", "geom=rstar", "s=bplus:attribute=s");

  private final List<Step> steps = new ArrayList<>();
  private final TableOptions options;
  private final boolean syncsEach;
  private final long[] expected;

  SchemaScenario(long seed, int count, String flash, String sync) {
    this(seed, count, sync, options -> options.withCache(8 * PAGE).withFlash(flash));
  }

  /**
   * Creates a scenario of a table with other options. Records have points if these options have an
   * index on the geometry.
   */
  SchemaScenario(long seed, int count, String sync, UnaryOperator<TableOptions> choices) {
    options =
        choices.apply(
            TableOptions.defaults()
                .withDevice("buffered")
                .withPageSize(PAGE)
                .withSync(SyncMode.parse(sync))
                .withAttributes(FIRST)
                .withIndex("key", "bplus:unique=on")
                .withIndex("n", "bplus:attribute=n")
                .withIndex("s", "bplus:attribute=s"));
    syncsEach = sync.equals("op");
    expected = new long[count + 1];
    Random random = new Random(seed);
    Schema schema = FIRST;
    Map<Long, Map<String, Object>> model = new TreeMap<>();
    Set<String> indices = new TreeSet<>(options.indices().keySet());
    expected[0] = digest(schema, model, indices);
    for (int i = 0; i < count; i++) {
      Step step = step(random, schema, model, indices);
      steps.add(step);
      if (step.kind == Kind.ADD) {
        schema = schema.with(step.attribute);
      } else if (step.kind == Kind.DROP) {
        schema = schema.without(step.attribute.name());
        model.values().forEach(row -> row.remove(step.attribute.name()));
      } else if (step.kind == Kind.ADD_INDEX) {
        indices.add(step.indexName());
      } else if (step.kind == Kind.DROP_INDEX) {
        indices.remove(step.indexName());
      } else if (step.kind == Kind.BATCH) {
        step.puts.forEach(
            (key, row) -> {
              if (row == null) {
                model.remove(key);
              } else {
                model.put(key, new HashMap<>(row));
              }
            });
      }
      expected[i + 1] = digest(schema, model, indices);
    }
  }

  private static Step step(
      Random random, Schema schema, Map<Long, Map<String, Object>> model, Set<String> indices) {
    int what = random.nextInt(112);
    Map<Long, Map<String, Object>> puts = new TreeMap<>();
    if (what < 22) {
      List<Attribute> extra =
          schema.attributes().stream().filter(each -> each.name().startsWith("x")).toList();
      if (extra.size() > random.nextInt(3)) {
        return new Step(Kind.DROP, puts, extra.get(random.nextInt(extra.size())));
      }
      AttributeType type = AttributeType.values()[random.nextInt(10)];
      return new Step(Kind.ADD, puts, Attribute.nullable("x" + schema.version(), type));
    }
    if (what < 34) {
      Kind[] plain = {Kind.FLUSH, Kind.COMPACT, Kind.SYNC, Kind.SYNC};
      return new Step(plain[random.nextInt(plain.length)], puts, null);
    }
    if (what >= 100) {
      String index = INDICES.get(random.nextInt(INDICES.size()));
      boolean isThere = indices.contains(index.substring(0, index.indexOf('=')));
      return new Step(isThere ? Kind.DROP_INDEX : Kind.ADD_INDEX, puts, null, index);
    }
    for (int i = random.nextInt(6); i >= 0; i--) {
      long key = random.nextInt(40);
      Map<String, Object> row = new HashMap<>();
      for (Attribute each : schema.attributes()) {
        if (!each.isNullable() || random.nextInt(3) > 0) {
          row.put(each.name(), AttributeValues.of(random, each.type(), random.nextBoolean()));
        }
      }
      puts.put(key, model.containsKey(key) && random.nextInt(3) == 0 ? null : row);
    }
    return new Step(what < 40 ? Kind.TAKEN_BACK : Kind.BATCH, puts, null);
  }

  private static long digest(
      Schema schema, Map<Long, Map<String, Object>> rows, Set<String> indices) {
    long sum = schema.toString().hashCode() + 31L * indices.hashCode();
    for (Map.Entry<Long, Map<String, Object>> each : rows.entrySet()) {
      sum += digest(each.getKey(), each.getValue());
    }
    return sum;
  }

  private static long digest(long key, Map<String, Object> row) {
    long sum = key * 0x9E37_79B9_7F4A_7C15L;
    for (Map.Entry<String, Object> value : row.entrySet()) {
      long hash =
          value.getValue() instanceof byte[] bytes
              ? Arrays.hashCode(bytes)
              : value.getValue().hashCode();
      sum += (hash + 7) * 0xD6E8_FEB8_6659_FD93L * (31L * value.getKey().hashCode() + 1);
    }
    return (sum ^ sum >>> 29) * 0x9E37_79B9_7F4A_7C15L;
  }

  @Override
  public String name() {
    return "table with attributes, " + options.flash() + ", sync=" + options.sync();
  }

  @Override
  public int steps() {
    return steps.size();
  }

  @Override
  public long expected(int count) {
    return expected[count];
  }

  @Override
  public DiskState initial() {
    CrashDisk disk = new CrashDisk();
    Table.create(disk, options).close();
    return disk.everything();
  }

  @Override
  public StoreUnderTest open(StoreDirectory directory) {
    return new OpenTable(Table.open(directory, false));
  }

  /** An open table. */
  private final class OpenTable extends CrashedStore {
    private final Table table;

    OpenTable(Table table) {
      super(table.store());
      this.table = table;
    }

    @Override
    public void step(int number) {
      Step step = steps.get(number);
      switch (step.kind) {
        case FLUSH -> table.flush();
        case COMPACT -> table.compact();
        case SYNC -> table.sync();
        case ADD -> table.addAttribute(step.attribute);
        case DROP -> table.dropAttribute(step.attribute.name());
        case ADD_INDEX -> table.addIndex(step.index, records -> {});
        case DROP_INDEX -> table.dropIndex(step.indexName());
        default -> batch(step);
      }
      if (syncsEach || step.kind == Kind.SYNC) {
        promise();
      }
    }

    private void batch(Step step) {
      try (TableBatch batch = table.begin()) {
        step.puts.forEach(
            (key, values) -> {
              if (values == null) {
                batch.delete(key);
              } else {
                batch.upsert(
                    key,
                    geometry(key, values),
                    row -> {
                      row.clear();
                      values.forEach((name, value) -> row.set(row.schema().require(name), value));
                    });
              }
            });
        if (step.kind == Kind.BATCH) {
          batch.commit();
        }
      }
    }

    private Geometry geometry(long key, Map<String, Object> values) {
      if (table.geometryIndex() == null) {
        return null;
      }
      return new GeometryFactory().createPoint(new Coordinate(key, values.size()));
    }

    @Override
    public long digest() {
      Schema schema = table.schema();
      Row row = new Row(schema);
      Set<String> indices = new TreeSet<>(table.options().indices().keySet());
      long sum = schema.toString().hashCode() + 31L * indices.hashCode();
      try (HeapScan scan = table.heap().scan(3)) {
        while (scan.next()) {
          Map<String, Object> values = new HashMap<>();
          row.showBody(scan.record().body());
          for (Attribute each : schema.attributes()) {
            if (!row.isNull(each.name())) {
              values.put(each.name(), row.value(each.name()));
            }
          }
          sum += SchemaScenario.digest(scan.record().id(), values);
        }
      }
      return sum;
    }

    @Override
    public List<String> problems() {
      return table.check().problems();
    }
  }
}
