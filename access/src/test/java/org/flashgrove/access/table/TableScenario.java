package org.flashgrove.access.table;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.flashgrove.access.CrashedStore;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.CrashScenario;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.StoreUnderTest;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.heap.HeapScan;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.log.SyncMode;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Crash scenario of seeded batches over a table. There are also batches without a commit, loads of
 * an empty table with and without a commit, flushes, compactions and syncs. For each prefix of the
 * steps it knows the expected content. The power is not cut while the table is created.
 */
final class TableScenario implements CrashScenario {
  private static final int PAGE = 512;
  private static final int LOADED = 60;

  private enum Kind {
    BATCH,
    TAKEN_BACK,
    LOAD,
    LOAD_TAKEN_BACK,
    EMPTY,
    FLUSH,
    COMPACT,
    SYNC
  }

  private record Row(long key, double x, double y, double side, byte[] attributes) {
    Geometry geometry() {
      return new GeometryFactory().toGeometry(new Envelope(x, x + side, y, y + side));
    }

    long digest() {
      return mix(mix(key) + mix(geometry().hashCode() + 31L * Arrays.hashCode(attributes)));
    }
  }

  /**
   * A step. It first updates rows, then deletes rows, and then inserts rows.
   *
   * @param comes inserted rows
   * @param goes number of deleted rows: the last ones
   * @param to new content of the updated rows: the first ones
   */
  private record Step(Kind kind, List<Row> comes, int goes, List<Row> to) {}

  private final List<Step> steps = new ArrayList<>();
  private final TableOptions options;
  private final boolean syncsEach;
  private final long[] expected;

  TableScenario(long seed, int count, String flash, String sync) {
    this(seed, count, flash, sync, "geom=rtree");
  }

  TableScenario(long seed, int count, String flash, String sync, String index) {
    options =
        TableOptions.defaults()
            .withDevice("buffered")
            .withPageSize(PAGE)
            .withCache(8 * PAGE)
            .withSync(SyncMode.parse(sync))
            .withFlash(flash)
            .withIndex(index.split("=", 2)[0], index.split("=", 2)[1])
            .withIndex("key", "bplus:unique=off");
    syncsEach = sync.equals("op");
    Random random = new Random(seed);
    for (int i = 0; i < count; i++) {
      steps.add(step(random, i));
    }
    expected = simulate();
  }

  private static Step step(Random random, int number) {
    int what = random.nextInt(100);
    Kind kind;
    if (number % 20 == 0) {
      kind = Kind.LOAD;
    } else if (number % 20 == 18) {
      kind = Kind.EMPTY;
    } else if (number % 20 == 19) {
      kind = Kind.LOAD_TAKEN_BACK;
    } else if (what < 4) {
      kind = Kind.FLUSH;
    } else if (what < 8) {
      kind = Kind.COMPACT;
    } else if (what < 12) {
      kind = Kind.SYNC;
    } else {
      kind = what < 22 ? Kind.TAKEN_BACK : Kind.BATCH;
    }
    boolean load = kind == Kind.LOAD || kind == Kind.LOAD_TAKEN_BACK;
    return new Step(
        kind,
        rows(random, load ? LOADED : random.nextInt(5)),
        random.nextInt(3),
        rows(random, random.nextInt(3)));
  }

  private static List<Row> rows(Random random, int count) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] bytes = new byte[random.nextInt(random.nextInt(12) == 0 ? 900 : 40)];
      random.nextBytes(bytes);
      rows.add(
          new Row(
              random.nextInt(1000),
              random.nextInt(100),
              random.nextInt(100),
              1 + random.nextInt(9),
              bytes));
    }
    return rows;
  }

  /** Returns the expected digest after each prefix of the steps. */
  private long[] simulate() {
    long[] digests = new long[steps.size() + 1];
    for (int i = 0; i <= steps.size(); i++) {
      digests[i] = digest(rowsBefore(i));
    }
    return digests;
  }

  private static long digest(List<Row> rows) {
    long sum = 0;
    for (Row row : rows) {
      sum += row.digest();
    }
    return mix(sum + rows.size());
  }

  private static long mix(long value) {
    return new SplittableRandom(value).nextLong();
  }

  @Override
  public String name() {
    return "table, " + options.flash() + ", sync " + options.sync();
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

  /**
   * An open table. The model knows rows by the order of their insertion, so the table finds them by
   * their content.
   */
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
        case FLUSH:
          table.flush();
          break;
        case COMPACT:
          table.compact();
          break;
        case SYNC:
          table.sync();
          break;
        case LOAD:
        case LOAD_TAKEN_BACK:
          load(step);
          break;
        case EMPTY:
          empty();
          break;
        default:
          batch(number, step);
      }
      if (syncsEach || step.kind == Kind.SYNC) {
        promise();
      }
    }

    private void load(Step step) {
      try (TableLoader loader =
          table.loader(1 << 18, Path.of(System.getProperty("java.io.tmpdir")))) {
        step.comes.forEach(
            row -> loader.append(row.key, row.geometry(), ByteBuffer.wrap(row.attributes)));
        if (step.kind == Kind.LOAD) {
          loader.commit();
        }
      }
    }

    private void empty() {
      try (TableBatch batch = table.begin()) {
        rids().forEach(batch.byRid()::delete);
        batch.commit();
      }
    }

    private List<Long> rids() {
      List<Long> rids = new ArrayList<>();
      try (HeapScan scan = table.heap().scan(4)) {
        while (scan.next()) {
          rids.add(scan.record().rid());
        }
      }
      return rids;
    }

    private void batch(int number, Step step) {
      List<Row> rows = rowsBefore(number);
      List<Long> rids = ridsOf(rows);
      try (TableBatch batch = table.begin()) {
        for (int row = 0; row < step.to.size() && row < rows.size(); row++) {
          Row to = step.to.get(row);
          batch
              .byRid()
              .update(rids.get(row), to.key, to.geometry(), ByteBuffer.wrap(to.attributes));
        }
        for (int gone = 0; gone < step.goes && gone < rows.size(); gone++) {
          batch.byRid().delete(rids.get(rids.size() - 1 - gone));
        }
        step.comes.forEach(
            row -> batch.insert(row.key, row.geometry(), ByteBuffer.wrap(row.attributes)));
        if (step.kind == Kind.BATCH) {
          batch.commit();
        }
      }
    }

    /** Returns the RIDs of rows. Finds the rows by their content. */
    private List<Long> ridsOf(List<Row> rows) {
      List<Long> left = rids();
      List<Long> found = new ArrayList<>();
      HeapRecord record = new HeapRecord();
      for (Row row : rows) {
        Long rid = null;
        for (Long candidate : left) {
          if (table.byRid().get(candidate, record) && digest(record) == row.digest()) {
            rid = candidate;
            break;
          }
        }
        if (rid == null) {
          throw new AssertionError("a row is not found");
        }
        left.remove(rid);
        found.add(rid);
      }
      return found;
    }

    @Override
    public long digest() {
      long sum = 0;
      long count = 0;
      try (HeapScan scan = table.heap().scan(3)) {
        while (scan.next()) {
          sum += digest(scan.record());
          count++;
        }
      }
      return mix(sum + count);
    }

    private long digest(HeapRecord record) {
      Geometry geometry = new RecordGeometries().stored(record.rid(), record.wkb());
      byte[] bytes = new byte[record.attributes().remaining()];
      record.attributes().duplicate().get(bytes);
      return mix(mix(record.id()) + mix(geometry.hashCode() + 31L * Arrays.hashCode(bytes)));
    }

    @Override
    public List<String> problems() {
      return table.check().problems();
    }
  }

  /**
   * Returns the rows before a step. The step changes the first rows, deletes the last ones, and
   * adds others.
   */
  private List<Row> rowsBefore(int number) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      Step step = steps.get(i);
      if (step.kind == Kind.BATCH) {
        for (int row = 0; row < step.to.size() && row < rows.size(); row++) {
          rows.set(row, step.to.get(row));
        }
        for (int gone = 0; gone < step.goes && !rows.isEmpty(); gone++) {
          rows.remove(rows.size() - 1);
        }
        rows.addAll(step.comes);
      } else if (step.kind == Kind.LOAD) {
        rows.addAll(step.comes);
      } else if (step.kind == Kind.EMPTY) {
        rows.clear();
      }
    }
    return rows;
  }
}
