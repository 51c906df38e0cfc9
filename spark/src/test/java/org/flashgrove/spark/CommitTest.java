package org.flashgrove.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.flashgrove.core.Seeds;
import org.flashgrove.spark.WatchedFileSystem.Fault;
import org.flashgrove.spark.WatchedFileSystem.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dataset is as before a write or complete, wherever the write ends. */
class CommitTest {
  private static final String TABLE = ".table";
  private static final String MANIFEST = "/manifests/";

  @TempDir private static Path origin;
  private static Dataset<Row> before;
  private static Dataset<Row> added;

  @TempDir private Path directory;
  private String path;

  @BeforeAll
  static void write() {
    WatchedFileSystem.reset(Fault.NONE);
    Random random = Seeds.random();
    before = Session.frame(Session.rows(random, 200), Session.COLUMNS);
    added = Session.frame(Session.rows(random, 150), Session.COLUMNS);
    append(before, "watched:" + origin.resolve("dataset"));
  }

  /** A dataset is files that name each other by where they are in it, so a copy is one, too. */
  @BeforeEach
  void copy() throws IOException {
    try (Stream<Path> files = Files.walk(origin)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        Path copied = directory.resolve(origin.relativize(file));
        Files.createDirectories(copied.getParent());
        Files.copy(file, copied);
      }
    }
    path = "watched:" + directory.resolve("dataset");
  }

  @AfterEach
  void heal() {
    WatchedFileSystem.reset(Fault.NONE);
  }

  private void append(Dataset<Row> rows) {
    append(rows, path);
  }

  private static void append(Dataset<Row> rows, String path) {
    rows.write()
        .format("flashgrove")
        .option("geometry", "geom")
        .option("partitions", 2)
        .mode("append")
        .save(path);
  }

  private long count() {
    return Session.get().read().format("flashgrove").load(path).count();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).map(Path::toString).sorted().toList();
    }
  }

  private static Fault at(String call, String part, Outcome outcome) {
    return (made, path) -> made.equals(call) && path.contains(part) ? outcome : Outcome.WORKS;
  }

  private static String parent(String path) {
    return path.substring(0, path.lastIndexOf('/'));
  }

  private void failsAndLeavesNothing(Fault fault) throws IOException {
    List<String> files = files();
    Set<String> failed = ConcurrentHashMap.newKeySet();
    WatchedFileSystem.reset(
        (call, path) -> {
          Outcome outcome = fault.of(call, path);
          if (outcome != Outcome.WORKS) {
            failed.add(parent(path));
          }
          return outcome;
        });
    assertThatThrownBy(() -> append(added)).hasStackTraceContaining("made to fail");
    // Another task of the failed job may still run. It fails, too, and deletes its table.
    WatchedFileSystem.reset(
        (call, path) -> failed.contains(parent(path)) ? fault.of(call, path) : Outcome.WORKS);
    awaitFiles(files);
    assertThat(count()).isEqualTo(200);
  }

  private void awaitFiles(List<String> expected) throws IOException {
    List<String> found = List.of();
    for (int i = 0; i < 10_000 && !found.equals(expected); i++) {
      LockSupport.parkNanos(1_000_000);
      try {
        found = files();
      } catch (NoSuchFileException | UncheckedIOException e) {
        found = List.of(); // a directory was deleted meanwhile
      }
    }
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void tasksThatDieInEachPhaseLeaveNothing() throws IOException {
    for (String call : List.of("create", "write", "close")) {
      failsAndLeavesNothing(at(call, TABLE, Outcome.FAILS));
    }
  }

  @Test
  void aTaskThatDiesOnceIsRunAgain() throws IOException {
    AtomicInteger writes = new AtomicInteger();
    WatchedFileSystem.reset(
        (call, path) ->
            call.equals("close") && path.contains(TABLE) && writes.getAndIncrement() == 0
                ? Outcome.FAILS
                : Outcome.WORKS);
    append(added);
    assertThat(count()).isEqualTo(350);
    assertThat(files().stream().filter(file -> file.endsWith(TABLE))).hasSize(4);
  }

  @Test
  void aCommitThatFailsLeavesNothing() throws IOException {
    failsAndLeavesNothing(at("create", MANIFEST, Outcome.FAILS));
    failsAndLeavesNothing(at("write", MANIFEST, Outcome.FAILS));
    failsAndLeavesNothing(at("rename", MANIFEST, Outcome.FAILS));
  }

  @Test
  void aDriverThatDiesBeforeTheRenameLeavesTheDatasetAsItWas() throws IOException {
    for (String call : List.of("create", "rename")) {
      WatchedFileSystem.reset(at(call, MANIFEST, Outcome.KILLS));
      assertThatThrownBy(() -> append(added)).hasStackTraceContaining("made to fail");
      WatchedFileSystem.reset(Fault.NONE);
      assertThat(count()).isEqualTo(200);
    }
    int left = files().size();
    assertThat(Datasets.clean(Session.get(), path, Long.MAX_VALUE)).isGreaterThanOrEqualTo(4);
    assertThat(files()).hasSizeLessThan(left).hasSize(3);
    assertThat(count()).isEqualTo(200);
  }

  @Test
  void aDriverThatDiesAfterTheRenameLeavesTheDatasetComplete() {
    WatchedFileSystem.reset(at("rename", MANIFEST, Outcome.KILLS_AFTERWARDS));
    assertThatThrownBy(() -> append(added)).hasStackTraceContaining("after it was done");
    WatchedFileSystem.reset(Fault.NONE);
    assertThat(count()).isEqualTo(350);
    Datasets.clean(Session.get(), path, Long.MAX_VALUE);
    assertThat(Session.get().read().format("flashgrove").load(path).collectAsList()).hasSize(350);
  }

  @Test
  void aRenameWhoseAnswerIsLostIsACommit() {
    WatchedFileSystem.reset(at("rename", MANIFEST, Outcome.FAILS_AFTERWARDS));
    append(added);
    WatchedFileSystem.reset(Fault.NONE);
    assertThat(Session.get().read().format("flashgrove").load(path).collectAsList()).hasSize(350);
  }

  @Test
  void aCommitStandsThoughFilesOfLosersCannotBeDeleted() {
    WatchedFileSystem.reset(at("list", "/tables/", Outcome.FAILS));
    append(added);
    WatchedFileSystem.reset(Fault.NONE);
    assertThat(Session.get().read().format("flashgrove").load(path).collectAsList()).hasSize(350);
  }

  @Test
  void smallTablesAreMergedAndOldOnesCleaned() throws IOException {
    append(added);
    assertThat(Datasets.compact(Session.get(), path, 1000)).isEqualTo(4);
    assertThat(count()).isEqualTo(350);
    assertThat(Datasets.compact(Session.get(), path, 1000)).isZero();
    Datasets.clean(Session.get(), path, Long.MAX_VALUE);
    assertThat(files()).hasSize(2);
    Dataset<Row> read = Session.get().read().format("flashgrove").load(path);
    assertThat(read.exceptAll(before.union(added)).isEmpty()).isTrue();
    assertThat(read.collectAsList()).hasSize(350);
  }
}
