package org.flashgrove.lsm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Random;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.component.MemoryComponentStore;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.grove.index.Bag;
import org.flashgrove.grove.index.EntryKind;
import org.flashgrove.lsm.merge.LsmConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LsmTreeTest {
  private static final int OPERATIONS = Repetitions.of(1_200, 2_000);
  private static final int MOST_ROUNDS = 50;
  private static final int MOST = 700;
  private static final int LOADED = Repetitions.of(2_000, 5_000);

  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void holdsWhatAListHolds(EntryKind kind) {
    LsmHarness harness = new LsmHarness(kind, "lsm:memory=24K", 512, 8, Seeds.random());
    harness.run(OPERATIONS, MOST);
    assertThat(harness.flushes()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "policy=binomial,k=2,comparator=zorder",
        "policy=tiered,ratio=2,comparator=simple,codec=plain",
        "policy=constant,k=2",
        "policy=prefix,most=64K,tolerance=2",
        "policy=concurrent,minmerge=2,boxes=16",
        "policy=leveled,level0=1,ratio=2",
        "policy=leveled,level0=2,ratio=3,partition=str",
        "policy=leveled,level0=1,ratio=2,partition=slab,comparator=simple,boxes=1",
        "policy=leveled,level0=1,ratio=2,partition=str,comparator=simple,codec=plain",
        "merges=worker",
        "policy=leveled,level0=1,ratio=2,partition=str,merges=worker",
        "policy=tiered,ratio=2,merges=worker,rate=64K",
      })
  void everyDesignHoldsWhatAListHolds(String keys) {
    EntryKind[] kinds = {EntryKind.POINTS, EntryKind.RECTANGLES, EntryKind.FEW};
    for (EntryKind kind : kinds) {
      String spec = "lsm:memory=24K," + keys;
      LsmHarness harness = new LsmHarness(kind, spec, 512, 4, Seeds.random());
      harness.run(OPERATIONS, MOST);
      for (int i = 0; i < MOST_ROUNDS && harness.merges() == 0; i++) {
        harness.run(OPERATIONS, MOST); // a paced worker may still be at its first merge
      }
      assertThat(harness.merges()).isPositive();
    }
  }

  /** Halves of subnormal numbers are rounded, so centres of points need care. */
  @ParameterizedTest
  @ValueSource(strings = {"str", "slab"})
  void mergesKeepSubnormalEntries(String partition) {
    String spec = "lsm:memory=24K,policy=leveled,level0=1,ratio=2,partition=" + partition;
    LsmHarness harness = new LsmHarness(EntryKind.POINTS, spec, 512, 8, Seeds.random());
    Random random = Seeds.random();
    for (int i = 0; i < 4_000; i++) {
      double x = (random.nextInt(2_000) - 1_000) * Double.MIN_VALUE;
      double y = (random.nextInt(2_000) - 1_000) * Double.MIN_VALUE;
      harness.insert(new Bag.Entry(i, x, y, x, y));
    }
    assertThat(harness.merges()).isPositive();
    harness.assertSound();
  }

  @Test
  void objectsThatMoveAgainAndAgainAreFoundOnce() {
    LsmHarness harness = new LsmHarness(EntryKind.POINTS, "lsm:memory=24K", 512, 8, Seeds.random());
    for (int i = 0; i < 300; i++) {
      harness.insert(harness.next());
    }
    for (int i = 0; i < 3_000; i++) {
      harness.update();
      if (i % 500 == 0) {
        harness.assertSound();
      }
    }
    harness.tree().flush();
    harness.assertSound();
    assertThat(harness.tree().stats().bufferedChanges()).isZero();
  }

  @Test
  void aCursorSeesTheEntriesThatWereThereWhenItBegan() {
    LsmHarness harness =
        new LsmHarness(EntryKind.RECTANGLES, "lsm:memory=24K", 512, 8, Seeds.random());
    for (int i = 0; i < 2_000; i++) {
      harness.change(80);
    }
    Bag before = harness.bag().copy();
    double[] q = {0.4, 0.6, 0.4, 0.6};
    try (EntryCursor cursor = harness.tree().cursor(EntryQuery.nearest(Long.MAX_VALUE, 0.4, 0.6));
        LsmSnapshot snapshot = harness.tree().snapshot()) {
      for (int i = 0; i < 3_000; i++) {
        harness.change(50);
      }
      for (Bag.Entry entry : before.nearest(q, Integer.MAX_VALUE)) {
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.id()).isEqualTo(entry.id());
        assertThat(cursor.distance()).isEqualTo(entry.distance(q));
      }
      assertThat(cursor.next()).isFalse();
      long[] seen = {0};
      snapshot.search(-9, -9, 9, 9, (id, a, b, c, d) -> seen[0]++);
      assertThat(seen[0]).isEqualTo(before.size());
    }
    harness.assertSound();
  }

  @Test
  void aVisitorThatWantsNoMoreIsAskedNoMore() {
    LsmHarness harness = new LsmHarness(EntryKind.POINTS, "lsm:memory=24K", 512, 8, Seeds.random());
    for (int i = 0; i < 3_000; i++) {
      harness.insert(harness.next());
    }
    int[] visits = {0};
    long visited =
        harness
            .tree()
            .scan(
                EntryQuery.intersecting(-9, -9, 9, 9),
                (id, a, b, c, d, distance) -> VisitResult.continueIf(++visits[0] < 7));
    assertThat(visits[0]).isEqualTo(7);
    assertThat(visited).isEqualTo(7);
  }

  /** Of pages, only entries that meet the window that a test names are tested one by one. */
  @Test
  void entriesBesideTheWindowOfATestAreNotTested() {
    LsmHarness harness = new LsmHarness(EntryKind.POINTS, "lsm:memory=24K", 512, 8, Seeds.random());
    for (int i = 0; i < 3_000; i++) {
      harness.insert(harness.next());
    }
    harness.tree().flush();
    InWindow test = new InWindow(new WithinDistance(0.01));
    harness.assertSearch(test, new double[] {0.4, 0.6, 0.41, 0.61});
    assertThat(test.tested).isPositive();
    assertThat(test.beside).isZero();
  }

  /** Counts the objects tested, and those of them beside the window of the test. */
  private static final class InWindow implements RectangleTest {
    private final RectangleTest of;
    private final double[] window = new double[4];
    private int tested;
    private int beside;
    private boolean asked;

    InWindow(RectangleTest of) {
      this.of = of;
    }

    @Override
    public boolean mayHold(
        double a, double b, double c, double d, double x1, double y1, double x2, double y2) {
      return of.mayHold(a, b, c, d, x1, y1, x2, y2);
    }

    @Override
    public boolean matches(
        double a, double b, double c, double d, double x1, double y1, double x2, double y2) {
      if (asked) {
        tested++;
        boolean meets = x1 <= window[2] && x2 >= window[0] && y1 <= window[3] && y2 >= window[1];
        beside += meets ? 0 : 1;
      }
      return of.matches(a, b, c, d, x1, y1, x2, y2);
    }

    @Override
    public boolean findWindow(double a, double b, double c, double d, double[] into) {
      of.findWindow(a, b, c, d, window);
      System.arraycopy(window, 0, into, 0, window.length);
      asked = true; // by the index: the list that it is compared with was searched before
      return true;
    }
  }

  /** An index that had entries, and has none, gets many at once, then changes as others do. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "policy=binomial,k=3",
        "policy=tiered,ratio=3,comparator=simple",
        "policy=leveled,level0=1,ratio=3,partition=str",
        "policy=leveled,level0=2,ratio=4,comparator=zorder,codec=plain"
      })
  void aBulkLoadIsAsIfEntriesHadCome(String keys, @TempDir Path folder) {
    for (EntryKind kind : new EntryKind[] {EntryKind.POINTS, EntryKind.RECTANGLES, EntryKind.FEW}) {
      Random random = Seeds.random();
      LsmHarness harness = new LsmHarness(kind, "lsm:memory=24K," + keys, 512, 8, random);
      try (LsmLoader tooLate = harness.tree().bulkLoader(1 << 18, folder)) {
        tooLate.add(1, 0.5, 0.5, 0.5, 0.5);
        for (int i = 0; i < 400; i++) {
          harness.insert(harness.next());
        }
        harness.tree().flush();
        assertThatThrownBy(() -> harness.tree().load(tooLate))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("entries; load into an empty index");
      }
      while (harness.bag().size() > 0) {
        harness.delete(harness.bag().any(random));
      }
      load(harness, kind, random, folder);
      harness.assertSound();
      harness.assertMemory();
      assertThat(harness.tree().isMerging()).isFalse();
      harness.open();
      harness.assertSound();
      harness.store().checkpointImage();
      harness.open();
      harness.run(Repetitions.of(500, 1_500), LOADED * 4 / 5);
      assertThat(harness.flushes()).isPositive();
    }
  }

  private static void load(LsmHarness harness, EntryKind kind, Random random, Path folder) {
    try (LsmLoader loader = harness.tree().bulkLoader(1 << 18, folder)) {
      for (int i = 0; i < LOADED; i++) {
        Bag.Entry entry = Bag.Entry.of(kind.id(random, -i), kind.box(random));
        loader.add(entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
        harness.bag().add(entry);
      }
      harness.tree().load(loader);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'comparator=peano', 'hilbert, zorder, simple'",
    "'policy=leveled,partition=none', 'size, str, slab'",
    "'partition=str', 'policy, k, comparator'",
    "'memory=1K', 'a size from 16K'",
    "'codec=zip', 'packed, plain'",
    "'boxes=3', '1, 2, 4, 8 or 16'",
    "'merges=later', 'commits, worker'",
    "'rate=1M', 'policy, k, comparator'",
    "'merges=worker,rate=1K', 'a size from 64K'"
  })
  void whatIsNotAllowedIsRefused(String keys, String allowed) {
    assertThatThrownBy(
            () -> {
              Spec spec = Spec.parse("lsm:" + keys);
              LsmConfig.of(spec);
              spec.requireAllUsed();
            })
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(allowed);
  }

  @Test
  void aMemoryInWhichAMergeHasNoRoomIsRefused() {
    LsmConfig config = LsmConfig.of(Spec.parse("lsm:memory=24K"));
    MemoryComponentStore store =
        new MemoryComponentStore(new MemoryComponentStore.Disk(), 16_384, 8, true);
    assertThatThrownBy(() -> LsmTree.attach(store, config))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("memory=24576 (allowed: about");
  }
}
