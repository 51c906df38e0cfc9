package org.flashgrove.lab.experiment.scan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.flashgrove.access.OpenOptions;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableLoader;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.lab.experiment.TemporaryDirectory;
import org.flashgrove.storage.log.SyncMode;

/**
 * Tables like that of Lee et al. (2011) in real files, one for each user. Their temporary directory
 * is removed when this object is closed.
 */
final class RealTables implements AutoCloseable {
  private static final int RUNS = 3;
  private static final long LONG_NANOS = 10_000_000_000L;
  private static final int SORT_BYTES = 64 << 20;
  private static final int ATTRIBUTE_BYTES = SampleTable.BODY_BYTES - Integer.BYTES;

  private final TemporaryDirectory root = new TemporaryDirectory("tables");
  private final SampleTable sample;
  private final int users;

  /**
   * Creates one table and copies it for the other users.
   *
   * @param device spec of a device with files
   */
  RealTables(SampleTable sample, String device, int users) {
    this.sample = sample;
    this.users = users;
    try {
      build(device);
      for (int user = 1; user < users; user++) {
        copy(directory(0), directory(user));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path directory(int user) {
    return root.path().resolve("user" + user);
  }

  private void build(String device) {
    TableOptions options =
        TableOptions.defaults()
            .withPageSize(SampleTable.PAGE_BYTES)
            .withDevice(device)
            .withFlash("none")
            .withSync(SyncMode.CLOSE)
            .withIndex("key", "bplus:unique=off");
    ByteBuffer attributes = ByteBuffer.allocate(ATTRIBUTE_BYTES);
    ByteBuffer noGeometry = ByteBuffer.allocate(0);
    try (Table table = Table.create(directory(0), options);
        TableLoader loader = table.loader(SORT_BYTES, root.path())) {
      for (int key : sample.keysByPage(0, sample.tuples())) {
        loader.appendWkb(key, noGeometry, attributes.clear());
      }
      loader.commit();
      table.flush();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectory(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  /**
   * Result of a run.
   *
   * @param elapsedNanos elapsed time until the last user has finished
   * @param figures cost of the first user's scan
   */
  record Outcome(long elapsedNanos, ScanStats figures) {}

  /**
   * Runs a query three times, or fewer times if a run takes long. Returns the fastest run, because
   * other programs may have disturbed the slower ones.
   *
   * @param windowPages number of pages that a sorted index scan requests together
   */
  Outcome fastest(
      AccessPath path, double selectivity, int windowPages, int userCount, long cacheBytes) {
    Outcome best = run(path, selectivity, windowPages, userCount, cacheBytes);
    long spent = best.elapsedNanos();
    for (int i = 1; i < RUNS && spent < LONG_NANOS; i++) {
      Outcome next = run(path, selectivity, windowPages, userCount, cacheBytes);
      spent += next.elapsedNanos();
      best = next.elapsedNanos() < best.elapsedNanos() ? next : best;
    }
    return best;
  }

  /**
   * Runs the same query for several users at once. The cache of each user is empty at the start.
   *
   * @param windowPages number of pages that a sorted index scan requests together
   */
  Outcome run(
      AccessPath path, double selectivity, int windowPages, int userCount, long cacheBytes) {
    if (userCount > users) {
      throw new IllegalArgumentException(userCount + " users (allowed: up to " + users + ")");
    }
    SampleTable.Range range = sample.range(selectivity);
    ScanQuery query = ScanQuery.keys(range.first(), range.end() - 1L);
    ScanConfig config = ScanConfig.of(path).withRidMemory(SORT_BYTES).withWindow(windowPages);
    List<Table> tables = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(userCount);
    try {
      List<Callable<ScanStats>> tasks = new ArrayList<>();
      for (int user = 0; user < userCount; user++) {
        Table table =
            Table.open(
                directory(user),
                OpenOptions.defaults().readOnly().withCache(cacheBytes).withFixedMemory());
        tables.add(table);
        tasks.add(() -> scan(table, query, config, range.count()));
      }
      long start = System.nanoTime();
      List<Future<ScanStats>> done = threads.invokeAll(tasks);
      ScanStats figures = done.get(0).get();
      for (Future<ScanStats> each : done) {
        each.get();
      }
      return new Outcome(System.nanoTime() - start, figures);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a scan failed: " + e.getCause().getMessage(), e);
    } finally {
      threads.shutdown();
      tables.forEach(Table::close);
    }
  }

  private static ScanStats scan(Table table, ScanQuery query, ScanConfig config, int expected) {
    try (RecordCursor cursor = TableScan.open(table, query, config)) {
      int records = 0;
      while (cursor.next()) {
        records++;
      }
      if (records != expected) {
        throw new IllegalStateException(records + " records, not " + expected);
      }
      return cursor.figures();
    }
  }

  @Override
  public void close() {
    root.close();
  }
}
