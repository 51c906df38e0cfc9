package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.file.MemoryDirectory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pages and frames whose fields are wrong and whose checksums are right, in stores of every kind.
 * Whatever is done with such a store ends in an answer or in a {@link StoreException}, which names
 * the damage. That an answer is right cannot be asked for: an entry with another rectangle is a
 * sound entry. The time limit is there for endless loops alone.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForgedContentTest {
  private static final int PARTS = 8;
  private static final int ENTRIES = 140;
  private static final int SPACE = 1000;

  private Random random = Seeds.random();
  private final ForgedOutcomes outcomes = new ForgedOutcomes();

  private DiskState fill(StoreMatrix.Cell cell, boolean points) {
    CrashDisk disk = new CrashDisk();
    SpatialStore store = SpatialStore.create(disk, cell.options());
    for (int i = 0; i < ENTRIES; i++) {
      insert(store, i, points);
      if (i == ENTRIES / 2) {
        store.flush();
      }
    }
    store.sync();
    boolean killed = random.nextBoolean() && (cell.logsCommits() || cell.isFree());
    DiskState left = disk.killed().everything();
    store.close();
    return killed ? left : disk.everything();
  }

  private void insert(SpatialStore store, long id, boolean points) {
    double x = random.nextInt(SPACE);
    double y = random.nextInt(SPACE);
    int width = points ? 0 : random.nextInt(5);
    store.insert(id, x, y, x + width, y + width);
  }

  private void explore(StoreMatrix.Cell cell, int rounds) {
    boolean points = cell.shape() == CrashWorkload.Shape.POINTS;
    DiskState state = fill(cell, points);
    for (int i = 0; i < rounds; i++) {
      Forger forger = new Forger(state, StoreMatrix.PAGE, random);
      DiskState forged = forger.forge(state);
      outcomes.attempt(cell, forger, () -> use(forged, points));
      if (!cell.hasOwnPages()) {
        outcomes.attempt(cell, forger, () -> rescue(forged));
      }
    }
  }

  /** Reads all there is in several ways, changes some of it, and closes. */
  private void use(DiskState forged, boolean points) {
    SpatialStore store = SpatialStore.open(new CrashDisk(forged));
    try {
      Internals.tree(store.index()).check();
      long[] seen = {0};
      store.forEach(
          EntryQuery.intersecting(-1e9, -1e9, 1e9, 1e9).limit(20 * ENTRIES),
          (id, minX, minY, maxX, maxY) -> seen[0]++);
      store.nearest(5, 5, 20, (id, minX, minY, maxX, maxY, distance) -> {});
      for (int i = 0; i < 40; i++) {
        insert(store, 1_000 + i, points);
      }
      List<Model.Entry> found = new ArrayList<>();
      store.forEach(
          EntryQuery.intersecting(0, 0, SPACE, SPACE).limit(60),
          (id, minX, minY, maxX, maxY) -> {
            found.add(new Model.Entry(id, minX, minY, maxX, maxY));
          });
      for (Model.Entry entry : found) {
        boolean valid = entry.minX() <= entry.maxX() && entry.minY() <= entry.maxY();
        if (!valid || !Double.isFinite(entry.minX() + entry.minY() + entry.maxX() + entry.maxY())) {
          continue; // what was forged is no rectangle, which a question may not be made of
        }
        store.delete(entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
      }
      store.flush();
    } finally {
      store.close();
    }
  }

  private static void rescue(DiskState forged) {
    MemoryDirectory to = new MemoryDirectory();
    Salvage.run(new CrashDisk(forged), to, SalvageHints.NONE);
    try (SpatialStore store = SpatialStore.open(to)) {
      assertThat(Internals.tree(store.index()).check().problems()).isEmpty();
      store.search(-1e9, -1e9, 1e9, 1e9, (id, minX, minY, maxX, maxY) -> {});
    }
  }

  private void requireNone() {
    System.out.println("ForgedContentTest: " + outcomes);
    outcomes.requireNoViolation();
    assertThat(outcomes.refused()).isPositive();
  }

  static IntStream parts() {
    return IntStream.range(0, PARTS);
  }

  /** Some forgeries of each store of the matrix. */
  @Tag("kinds")
  @Tag("trees")
  @ParameterizedTest
  @MethodSource("parts")
  void whatIsForgedIsAnsweredOrRefused(int part) {
    for (StoreMatrix.Cell cell : StoreMatrix.share(part, PARTS)) {
      explore(cell, 3);
    }
    requireNone();
  }

  /** A seed that failed: a page of units whose last section was only begun. */
  @Tag("kinds")
  @Tag("trees")
  @Test
  void sectionsThatAreCutOffAreRefused() {
    random = new Random(144_790_609L);
    for (StoreMatrix.Cell cell : StoreMatrix.share(7, PARTS)) {
      explore(cell, 3);
    }
    requireNone();
  }

  /**
   * A seed that failed when salvage was asked not to give an entry twice: a forged number of
   * entries shows what stood behind the last one, and a leaf that has an entry twice is a sound
   * leaf.
   */
  @Tag("kinds")
  @Tag("trees")
  @Test
  void anEntryThatALeafShowsTwiceIsRescuedTwice() {
    random = new Random(4_003_320_026L);
    for (StoreMatrix.Cell cell : StoreMatrix.share(6, PARTS)) {
      explore(cell, 3);
    }
    requireNone();
  }

  @Tag("kinds")
  @Tag("trees")
  @Tag("long")
  @Test
  void muchThatIsForged() {
    for (StoreMatrix.Cell cell : StoreMatrix.all()) {
      explore(cell, Integer.getInteger("flashgrove.forgeries", 100));
    }
    requireNone();
  }
}
