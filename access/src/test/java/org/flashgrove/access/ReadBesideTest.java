package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.RegisteredReaders;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests readers that open a store while a writer changes it, at any of the calls by which the
 * writer changes the files. Each reader must see all of one commit. It must still see this commit
 * after the writer has continued, compacted the store, been killed or been reopened.
 */
class ReadBesideTest {
  private static final int PARTS = 12;
  private static final int MOST_READERS = 6;

  /** A writer and its readers. */
  private static final class History {
    private final StoreOptions options;
    private final Random random;
    private final boolean points;
    private final int entriesOfCommit;
    private final CrashDisk disk = new CrashDisk();
    private final List<Model.Entry> entries = new ArrayList<>();
    private final Map<Set<Model.Entry>, Integer> commits = new HashMap<>();
    private final List<Reading> readers = new ArrayList<>();
    private SpatialStore store;
    private long nextId = 1;
    private int commit;
    private int newestSeen;
    private int refreshed;

    /** A reader, and the entries and the commit that it sees. */
    private record Reading(SpatialStore store, Set<Model.Entry> seen, int commit) {
      void requireUnchanged(String what) {
        assertThat(Model.read(store)).as(what).isEqualTo(seen);
      }
    }

    History(StoreOptions options, boolean points, int entriesOfCommit, Random random) {
      this.options = options;
      this.points = points;
      this.entriesOfCommit = entriesOfCommit;
      this.random = random;
      disk.readBeside(new RegisteredReaders());
      store = SpatialStore.create(disk, options);
      commits.put(Set.of(), 0);
      disk.afterEachCall(this::afterCall);
    }

    private void afterCall() {
      if (readers.size() < MOST_READERS && random.nextInt(15) == 0) {
        read(SpatialStore.openReadOnly(disk));
      }
    }

    private void read(SpatialStore reader) {
      Set<Model.Entry> seen = Model.read(reader);
      Integer found = commits.get(seen);
      assertThat(found).as("a reader of %s sees no commit", this).isNotNull();
      assertThat(found).as("a reader of %s goes back", this).isGreaterThanOrEqualTo(newestSeen);
      assertThat(reader.store().check().problems()).isEmpty();
      newestSeen = found;
      readers.add(new Reading(reader, seen, found));
    }

    void step() {
      int what = random.nextInt(40);
      if (what < 14 || entries.size() < 30 * entriesOfCommit) {
        insert();
      } else if (what < 26) {
        delete();
      } else if (what == 26) {
        store.flush();
      } else if (what == 27) {
        store.compact();
      } else if (what == 28) {
        store.sync();
      } else if (what == 29) {
        reopen();
      } else if (what < 36) {
        refresh();
      } else if (!readers.isEmpty()) {
        Reading gone = readers.remove(random.nextInt(readers.size()));
        gone.requireUnchanged("closed: " + this);
        gone.store().close();
      }
    }

    private void insert() {
      try (SpatialBatch batch = store.begin()) {
        for (int i = 0; i < entriesOfCommit; i++) {
          double x = random.nextInt(1_000);
          double y = random.nextInt(1_000);
          int side = points ? 0 : random.nextInt(5);
          Model.Entry added = new Model.Entry(nextId++, x, y, x + side, y + side);
          entries.add(added);
          batch.insert(added.id(), added.minX(), added.minY(), added.maxX(), added.maxY());
        }
        committing();
        batch.commit();
      }
    }

    private void delete() {
      try (SpatialBatch batch = store.begin()) {
        for (int i = 0; i < entriesOfCommit; i++) {
          Model.Entry gone = entries.remove(random.nextInt(entries.size()));
          assertThat(batch.delete(gone.id(), gone.minX(), gone.minY(), gone.maxX(), gone.maxY()))
              .isTrue();
        }
        committing();
        batch.commit();
      }
    }

    /** Notes the commit that follows. From the next call of the disk on, a reader may see it. */
    private void committing() {
      commits.put(Set.copyOf(entries), ++commit);
    }

    /** Ends the writer, by a close or as if killed, and starts another one. */
    private void reopen() {
      if (random.nextBoolean()) {
        store.close();
      } else {
        store.sync();
      }
      store = SpatialStore.open(disk);
    }

    private void refresh() {
      if (readers.isEmpty()) {
        return;
      }
      int at = random.nextInt(readers.size());
      Reading before = readers.get(at);
      before.requireUnchanged("before a refresh: " + this);
      SpatialStore now = before.store().refresh();
      if (now != before.store()) {
        read(now);
        before.requireUnchanged("after a refresh: " + this);
        if (random.nextInt(4) > 0) {
          readers.remove(at);
          before.store().close();
        }
        refreshed++;
      } else if (options.sync().equals(SyncMode.OP)) {
        assertThat(before.commit()).isEqualTo(commit);
      }
    }

    void finish() {
      disk.afterEachCall(null);
      for (Iterator<Reading> all = readers.iterator(); all.hasNext(); all.remove()) {
        Reading reader = all.next();
        reader.requireUnchanged("at the end: " + this);
        reader.store().close();
      }
      store.flush();
      store.compact();
      assertThat(store.stats().placement().pinnedSlots()).isZero();
      store.close();
    }

    @Override
    public String toString() {
      return options + ", commit " + commit;
    }
  }

  private static List<StoreMatrix.Cell> cells(int part) {
    return StoreMatrix.share(part, PARTS).stream()
        .filter(cell -> cell.options().design().isReadBeside())
        .toList();
  }

  /** Returns the number of refreshes after which a reader saw another commit. */
  private static int run(StoreOptions options, boolean points, int entriesOfCommit, int steps) {
    History history = new History(options, points, entriesOfCommit, Seeds.random());
    for (int i = 0; i < steps; i++) {
      history.step();
    }
    history.finish();
    return history.refreshed;
  }

  private static boolean isOfPoints(StoreMatrix.Cell cell) {
    return cell.shape() == CrashWorkload.Shape.POINTS;
  }

  @KindTest
  @KindSource(
      delimiter = "|",
      value = {
        "grove:domain=0/0/1000/1000,memory=24K,block=8K | op",
        "grove:domain=0/0/1000/1000,memory=24K,block=8K | close",
        "lsm:domain=0/0/1000/1000,memory=32K,block=8K | op"
      })
  void blocks(String index, String sync) {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash("none")
            .withDevice("buffered")
            .withPageSize(512)
            .withSync(SyncMode.parse(sync));
    assertThat(run(options, false, 20, 160)).isPositive();
  }

  @Tag("kinds")
  @Tag("trees")
  @ParameterizedTest
  @ValueSource(ints = {0, 5})
  void trees(int part) {
    int refreshed = 0;
    for (StoreMatrix.Cell cell : cells(part)) {
      refreshed += run(cell.options(), isOfPoints(cell), 1, 90);
    }
    assertThat(refreshed).isPositive();
  }

  @Tag("kinds")
  @Tag("trees")
  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {0, 5})
  void allTrees(int part) {
    for (StoreMatrix.Cell cell : cells(part)) {
      assertThat(run(cell.options(), isOfPoints(cell), 1, 1_000)).as(cell.toString()).isPositive();
    }
  }

  @Tag("long")
  @KindTest
  @KindSource(
      delimiter = "|",
      value = {
        "grove:domain=0/0/1000/1000,memory=24K,block=8K | op",
        "grove:domain=0/0/1000/1000,memory=24K,block=8K | close",
        "lsm:domain=0/0/1000/1000,memory=32K,block=8K | op"
      })
  void allBlocks(String index, String sync) {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash("none")
            .withDevice("buffered")
            .withPageSize(512)
            .withSync(SyncMode.parse(sync));
    run(options, false, 20, 3_000);
  }
}
