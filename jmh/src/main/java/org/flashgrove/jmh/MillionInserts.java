package org.flashgrove.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.generate.ClusteredPoints;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How many points a second an eFIND R-tree takes in, one by one, beside SQLite's R*Tree: the same
 * 1,000,000 points in the same order, into a new file each time, durable when the clock stops.
 *
 * <p>Flashgrove: quadratic split, 64 MiB of buffer, default log, direct file, {@code --sync close};
 * the clock includes flush, sync and close. SQLite through JDBC: one transaction, WAL,
 * synchronous=FULL, 64 MB of cache, the rows in one prepared statement; the clock includes commit,
 * checkpoint and close.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Thread)
@Threads(1)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms4g", "-Xmx4g"})
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@OperationsPerInvocation(MillionInserts.COUNT)
public class MillionInserts {
  static final int COUNT = 1_000_000;

  private static final double SIGMA = 0.02;
  private static final long SEED = 42;

  private final double[] xs = new double[COUNT];
  private final double[] ys = new double[COUNT];
  private Path directory;

  /** Draws the points. */
  @Setup(Level.Trial)
  public void generate() {
    new ClusteredPoints(COUNT, ClusteredPoints.THESIS_CLUSTERS, SIGMA, Extent.UNIT, SEED)
        .generate(
            (id, minX, minY, maxX, maxY) -> {
              xs[(int) id - 1] = minX;
              ys[(int) id - 1] = minY;
            });
  }

  /** Makes an empty directory. */
  @Setup(Level.Iteration)
  public void makeDirectory() throws IOException {
    Path parent = Path.of(System.getProperty("flashgrove.benchmark.dir", "target"));
    Files.createDirectories(parent);
    directory = Files.createTempDirectory(parent, "million");
  }

  /** Removes the files. */
  @TearDown(Level.Iteration)
  public void removeDirectory() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }

  /** Inserts into the eFIND R-tree. */
  @Benchmark
  public long flashgrove() {
    StoreOptions options =
        new StoreOptions("rtree:split=quadratic", "efind:buffer=64M", "direct", 4096, "close");
    try (SpatialStore store = SpatialStore.create(directory, options)) {
      for (int i = 0; i < COUNT; i++) {
        store.insert(i + 1, xs[i], ys[i], xs[i], ys[i]);
      }
      store.flush();
      store.sync();
      return requireAll(store.size());
    }
  }

  /** Inserts into SQLite's R*Tree. */
  @Benchmark
  public long sqlite() throws SQLException {
    String url = "jdbc:sqlite:" + directory.resolve("points.db");
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode=WAL");
      statement.execute("PRAGMA synchronous=FULL");
      statement.execute("PRAGMA cache_size=-64000");
      statement.execute("CREATE VIRTUAL TABLE points USING rtree(id, minx, maxx, miny, maxy)");
      connection.setAutoCommit(false);
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO points VALUES (?, ?, ?, ?, ?)")) {
        for (int i = 0; i < COUNT; i++) {
          insert.setLong(1, i + 1);
          insert.setDouble(2, xs[i]);
          insert.setDouble(3, xs[i]);
          insert.setDouble(4, ys[i]);
          insert.setDouble(5, ys[i]);
          insert.executeUpdate();
        }
      }
      connection.commit();
      connection.setAutoCommit(true);
      try (ResultSet count = statement.executeQuery("SELECT count(*) FROM points_rowid")) {
        return requireAll(count.getLong(1));
      }
    }
  }

  private static long requireAll(long size) {
    if (size != COUNT) {
      throw new IllegalStateException(size + " points of " + COUNT);
    }
    return size;
  }
}
