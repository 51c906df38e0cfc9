package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.access.LiveProcess.Does;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreLockedException;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests one writing process and several reading processes, which are killed at any moment. Each
 * answer must be right for one commit.
 */
class ProcessesTest {
  /**
   * Pause between commits of a writer that makes no second commit during a test, in milliseconds.
   */
  private static final int IDLE_MILLIS = 600_000;

  private static final String NONE = "none:buffer=64K,log=256K";

  @TempDir private Path directory;

  private static StoreOptions options(String index) {
    return options(index, NONE);
  }

  private static StoreOptions options(String index, String pool) {
    boolean isTree = index.startsWith("r") || index.equals("table");
    return StoreOptions.defaults()
        .withIndex(index.equals("table") ? "rstar" : index)
        .withFlash(isTree ? pool : "none")
        .withDevice("auto")
        .withSync(SyncMode.OP);
  }

  /**
   * First a reader is killed, then the writer. The other processes continue and see later commits.
   */
  @ParameterizedTest
  @ValueSource(strings = {"rstar", "table"})
  void oneIsKilledAndOthersGoOn(String index) throws Exception {
    Path where = directory.resolve("store");
    long seed = Seeds.random().nextLong();
    int least = 1_000;
    LiveHistory history = new LiveHistory(seed, least);
    try (LiveStore store = LiveStore.create(where, index, options(index))) {
      history.start(store);
      LiveProcess reader = LiveProcess.start(Does.READS, where, seed, least, 20);
      LiveProcess killed = LiveProcess.start(Does.READS, where, seed, least, 20);
      reader.awaitLines("right", 1);
      killed.awaitLines("right", 1);
      go(history, store, 100);
      killed.kill();
      go(history, store, 100);
      store.whole().flush();
      store.whole().compact();
      reader.awaitLines("right " + history.commit(), 1);
      assertThat(reader.end()).as(reader.said()).isZero();
      assertThat(killed.said()).doesNotContain("WRONG");
      store.whole().flush();
      store.whole().compact();
      assertThat(store.whole().stats().placement().pinnedSlots()).isZero(); // of the dead one, too
    }
    LiveProcess writer = LiveProcess.start(Does.WRITES, where, seed, least, 0);
    LiveProcess reader = LiveProcess.start(Does.READS, where, seed, least, 20);
    writer.awaitLines("wrote", 3);
    reader.awaitLines("right", 2);
    writer.kill();
    assertThat(reader.isAlive()).as(reader.said()).isTrue();
    try (LiveStore store = LiveStore.open(where, false)) {
      history.goTo(LiveHistory.commitOf(store));
      assertThat(history.difference(store, Seeds.random())).isNull();
      go(history, store, 100);
      reader.awaitLines("right " + history.commit(), 1);
      assertThat(reader.end()).as(reader.said()).isZero();
    }
  }

  /** The user removes the lock file because it looks stale, for example after a crash. */
  @Test
  void aStoreWhoseLockFileIsRemovedIsRefusedToOtherProcesses() throws Exception {
    Path where = directory.resolve("store");
    long seed = Seeds.random().nextLong();
    int least = 100;
    LiveHistory history = new LiveHistory(seed, least);
    try (LiveStore store = LiveStore.create(where, "rstar", options("rstar"))) {
      history.start(store);
    }
    LiveProcess writer = LiveProcess.start(Does.WRITES, where, seed, least, IDLE_MILLIS);
    writer.awaitLines("wrote", 1);
    LiveStore.open(where, true).close();
    Files.delete(where.resolve("store.lock"));
    for (int attempt = 0; attempt < 2; attempt++) { // the first one makes the file anew
      for (boolean readOnly : new boolean[] {false, true}) {
        assertThatThrownBy(() -> LiveStore.open(where, readOnly).close())
            .as("read only: %s", readOnly)
            .isInstanceOf(StoreLockedException.class)
            .hasMessageContaining("store.lock was removed")
            .hasMessageNotContaining("\n");
      }
    }
    writer.kill();
    try (LiveStore store = LiveStore.open(where, false)) {
      history.goTo(LiveHistory.commitOf(store));
      assertThat(history.difference(store, Seeds.random())).isNull();
    }
  }

  private static void go(LiveHistory history, LiveStore store, int commits) {
    for (int i = 0; i < commits; i++) {
      history.next(store);
    }
  }

  /** Eight readers and a writer are killed and restarted at random. */
  @Tag("long")
  @KindTest
  @KindSource({"rstar", "grove:memory=256K", "lsm:memory=256K", "table"})
  void eightReadersAndAWriter(String index) throws Exception {
    assumeThat(System.getProperty("flashgrove.index", index)).isEqualTo(index);
    Path where = directory.resolve("store");
    long seed = Seeds.random().nextLong();
    Random random = Seeds.random();
    int least = 10_000;
    long end = System.nanoTime() + Long.getLong("flashgrove.seconds", 300) * 1_000_000_000L;
    try (LiveStore store = LiveStore.create(where, index, options(index))) {
      new LiveHistory(seed, least).start(store);
    }
    LiveProcess writer = LiveProcess.start(Does.WRITES, where, seed, least, 1);
    List<LiveProcess> readers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      readers.add(LiveProcess.start(Does.READS, where, seed, least, 300));
    }
    int kills = 0;
    int answers = 0;
    while (System.nanoTime() < end) {
      Thread.sleep(random.nextInt(4_000));
      int which = random.nextInt(10);
      LiveProcess gone = which < readers.size() ? readers.get(which) : writer;
      gone.kill();
      kills++;
      answers += gone.count("right");
      requireRight(gone);
      if (which < readers.size()) {
        readers.set(which, LiveProcess.start(Does.READS, where, seed, least, 300));
      } else {
        writer = LiveProcess.start(Does.WRITES, where, seed, least, 1);
      }
    }
    assertThat(writer.end()).as(writer.said()).isZero();
    for (LiveProcess reader : readers) {
      assertThat(reader.end()).as(reader.said()).isZero();
      answers += reader.count("right");
    }
    try (LiveStore store = LiveStore.open(where, false)) {
      int commits = LiveHistory.commitOf(store);
      System.out.printf(
          "%s: %d commits, %d processes killed, %d times compared, each 21 windows%n",
          index, commits, kills, answers);
      LiveHistory history = new LiveHistory(seed, least);
      history.start();
      history.goTo(commits);
      assertThat(history.difference(store, random)).isNull();
      assertThat(store.whole().check().problems()).isEmpty();
    }
  }

  /** Readers that refresh every second must make the file only a little longer. */
  @Tag("long")
  @KindTest
  @KindSource({"rstar", "grove:memory=256K", "lsm:memory=256K", "table"})
  void theFileStaysShortBesideReaders(String index) throws Exception {
    assumeThat(System.getProperty("flashgrove.index", index)).isEqualTo(index);
    long seed = Seeds.random().nextLong();
    int seconds = Integer.getInteger("flashgrove.seconds", 60);
    long alone = longest(index, directory.resolve("alone"), seed, seconds, 0);
    long beside = longest(index, directory.resolve("beside"), seed, seconds, 8);
    System.out.printf(
        "%s: %d bytes at most without readers, %d with 8 that refresh every second: %.2f times%n",
        index, alone, beside, (double) beside / alone);
    assertThat(beside).isLessThan(alone * 3 / 2);
  }

  /** Returns the maximum size of a store's page file while the store is changed, in bytes. */
  private static long longest(String index, Path where, long seed, int seconds, int readers)
      throws Exception {
    int least = 200_000;
    StoreOptions options = options(index, "none:buffer=1M,log=4M");
    List<LiveProcess> followers = new ArrayList<>();
    long most = 0;
    int refreshed = 0;
    LiveHistory history = new LiveHistory(seed, least);
    try (LiveStore store = LiveStore.create(where, index, options)) {
      history.start(store);
      store.whole().compact();
      for (int i = 0; i < readers; i++) {
        followers.add(LiveProcess.start(Does.FOLLOWS, where, seed, least, 1_000));
      }
      for (LiveProcess follower : followers) {
        follower.awaitLines("at", 1);
      }
      for (int i = 0; i < seconds * 50; i++) {
        history.next(store);
        Thread.sleep(20);
        most = Math.max(most, bytes(where));
      }
      for (LiveProcess follower : followers) {
        assertThat(follower.end()).as(follower.said()).isZero();
        refreshed += follower.count("at");
      }
      System.out.printf(
          "%s: %d commits of 14 changes, %d refreshes, %d pages written, %d live%n",
          index,
          history.commit(),
          refreshed,
          store.whole().stats().io().pageWrites(),
          store.whole().stats().placement().liveSlots());
    }
    return most;
  }

  private static long bytes(Path where) throws IOException {
    long bytes = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(where, "*.pages")) {
      for (Path file : files) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  private static void requireRight(LiveProcess process) {
    assertThat(process.said()).doesNotContain("WRONG", "Exception");
  }
}
