package org.flashgrove.indexes.lsm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.flashgrove.core.Seeds;
import org.flashgrove.core.component.MemoryComponentStore;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.index.NeighbourCursor;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.component.Bag;
import org.flashgrove.indexes.component.EntryKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LsmTreeTest {
  private static final int OPERATIONS = 2_000;
  private static final int MOST = 700;

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
      })
  void everyDesignHoldsWhatAListHolds(String keys) {
    EntryKind[] kinds = {EntryKind.POINTS, EntryKind.RECTANGLES, EntryKind.FEW};
    for (EntryKind kind : kinds) {
      String spec = "lsm:memory=24K," + keys;
      LsmHarness harness = new LsmHarness(kind, spec, 512, 4, Seeds.random());
      harness.run(OPERATIONS, MOST);
      assertThat(harness.merges()).isPositive();
    }
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
    assertThat(harness.tree().figures().bufferedChanges()).isZero();
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
    try (NeighbourCursor cursor = harness.tree().neighbours(0.4, 0.6);
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
      snapshot.searchUntil(
          Predicate.INTERSECTS,
          -9,
          -9,
          9,
          9,
          (id, a, b, c, d) -> VisitResult.continueIf(++seen[0] > 0));
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
            .searchUntil(-9, -9, 9, 9, (id, a, b, c, d) -> VisitResult.continueIf(++visits[0] < 7));
    assertThat(visits[0]).isEqualTo(7);
    assertThat(visited).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource({
    "'comparator=peano', 'hilbert, zorder, simple'",
    "'policy=leveled,partition=none', 'size, str, slab'",
    "'partition=str', 'policy, k, comparator'",
    "'memory=1K', 'a size from 16K'",
    "'codec=zip', 'packed, plain'",
    "'boxes=3', '1, 2, 4, 8 or 16'"
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
