package org.flashgrove.indexes.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TestLayouts;
import org.junit.jupiter.api.Test;

/** Damages a small sound tree in every way that the check detects. */
class TreeCheckTest {
  private static final TreeRules RULES = new TreeRules(2, 5, 2, 5, true);
  private static final BiConsumer<NodeReader, Consumer<String>> NO_OTHER_RULES =
      (view, problems) -> {};

  private final NodeStore store = new MemoryNodeStore(512, TestLayouts.UNORDERED);

  private static long[] entry(long id, double minX, double minY, double maxX, double maxY) {
    return new long[] {
      id,
      Double.doubleToRawLongBits(minX),
      Double.doubleToRawLongBits(minY),
      Double.doubleToRawLongBits(maxX),
      Double.doubleToRawLongBits(maxY)
    };
  }

  private static EntryList list(long[]... entries) {
    EntryList list = new EntryList(5, entries.length);
    for (long[] entry : entries) {
      list.add(entry, 0);
    }
    return list;
  }

  /** Leaves 0 and 1 of two entries each, root 2, node 3 freed. */
  private void build() {
    try (NodeOperation operation = store.begin()) {
      operation.create(0, null, list(entry(10, 0, 0, 1, 1), entry(11, 2, 2, 3, 3)), 0, 2);
      operation.create(0, null, list(entry(12, 5, 5, 6, 6), entry(13, 7, 7, 8, 8)), 0, 2);
      operation.create(1, null, list(entry(0, 0, 0, 3, 3), entry(1, 5, 5, 8, 8)), 0, 2);
      operation.delete(operation.create(0, null, list(), 0, 0), 0);
      operation.root(2, 1);
      operation.entries(4);
      operation.commit();
    }
  }

  private CheckReport check(TreeRules rules) {
    try (NodeReader reader = store.snapshot()) {
      return TreeCheck.run(reader, store.ids(), store.layout(), rules, NO_OTHER_RULES);
    }
  }

  private CheckReport damaged(Consumer<NodeOperation> damage) {
    build();
    try (NodeOperation operation = store.begin()) {
      damage.accept(operation);
      operation.commit();
    }
    CheckReport report = check(RULES);
    assertThat(report.ok()).isFalse();
    assertThat(report.problemCount()).isEqualTo(report.problems().size());
    return report;
  }

  @Test
  void aSoundTreeAndAnEmptyStoreAreFine() {
    assertThat(check(RULES).ok()).isTrue();
    build();
    CheckReport report = check(RULES);
    assertThat(report.problems()).isEmpty();
    assertThat(report.nodes()).isEqualTo(3);
    assertThat(report.internalNodes()).isEqualTo(1);
    assertThat(report.leafNodes()).isEqualTo(2);
    assertThat(report.entries()).isEqualTo(4);
  }

  @Test
  void aLooseBoundIsAProblemOnlyOfTreesThatKeepMinimalOnes() {
    CheckReport report = damaged(o -> o.change(2, 1, entry(1, 5, 5, 9, 8)));
    assertThat(report.problems()).singleElement().asString().contains("its bound is");
    assertThat(check(new TreeRules(2, 5, 2, 5, false)).ok()).isTrue();
  }

  @Test
  void aBoundThatDoesNotCoverIsAProblem() {
    damaged(o -> o.change(2, 1, entry(1, 5, 5, 7, 8)));
    assertThat(check(new TreeRules(2, 5, 2, 5, false)).ok()).isFalse();
  }

  @Test
  void fillOutsideItsLimits() {
    CheckReport report =
        damaged(
            o -> {
              o.remove(0, 0, entry(10, 0, 0, 1, 1));
              o.change(2, 1, entry(0, 2, 2, 3, 3));
              o.entries(3);
            });
    assertThat(report.problems()).singleElement().asString().contains("1 entries", "2 to 5");
  }

  @Test
  void aWrongCountInTheCatalog() {
    assertThat(damaged(o -> o.entries(5)).problems())
        .containsExactly("catalog: 5 entries, but leaves hold 4");
  }

  @Test
  void aFreeNodeAndOneNeverGivenOut() {
    CheckReport report =
        damaged(
            o -> {
              o.add(2, 1, entry(3, 0, 0, 1, 1));
              o.add(2, 1, entry(77, 0, 0, 1, 1));
              o.add(2, 1, entry(-5, 0, 0, 1, 1));
            });
    assertThat(report.problems())
        .anyMatch(line -> line.contains("node 3 of level 0: free"))
        .anyMatch(line -> line.contains("node 77 of level 0: never given out"))
        .anyMatch(line -> line.contains("node -5 of level 0: never given out"))
        .hasSize(3);
  }

  @Test
  void aCycleAndASharedChild() {
    CheckReport report =
        damaged(
            o ->
                o.replace(
                    2,
                    1,
                    null,
                    list(entry(0, 0, 0, 3, 3), entry(0, 0, 0, 3, 3), entry(2, 0, 0, 1, 1)),
                    0,
                    3));
    assertThat(report.problems())
        .anyMatch(line -> line.contains("node 0 of level 0: reached twice"))
        .anyMatch(line -> line.contains("node 2 of level 0: reached twice"));
    assertThat(report.nodes()).isEqualTo(2);
  }

  @Test
  void aWrongLevelIsReportedAndTheWalkGoesOn() {
    CheckReport report =
        damaged(
            o -> {
              long deep = o.create(1, null, list(entry(0, 0, 0, 3, 3)), 0, 1);
              o.change(2, 1, entry(0, 0, 0, 3, 3));
              o.add(2, 1, entry(deep, 0, 0, 3, 3));
            });
    assertThat(report.problems()).singleElement().asString().contains("cannot be read");
    assertThat(report.leafNodes()).isEqualTo(2);
  }

  @Test
  void anOrphan() {
    CheckReport report = damaged(o -> o.create(0, null, list(), 0, 0));
    // the free id 3 went to the orphan
    assertThat(report.problems()).containsExactly("node 3: neither reached nor free");
  }

  @Test
  void whatIsNoRectangle() {
    CheckReport report = damaged(o -> o.add(0, 0, entry(14, Double.NaN, 0, 1, 1)));
    assertThat(report.problems()).anyMatch(line -> line.contains("no rectangle"));
  }

  @Test
  void anImpossibleHeight() {
    assertThat(damaged(o -> o.root(2, 9)).problems())
        .anyMatch(line -> line.contains("node 2 of level 9: cannot be read"));
  }

  @Test
  void problemsAreListedUpToALimit() {
    build();
    try (NodeOperation operation = store.begin()) {
      for (int i = 0; i < 300; i++) {
        operation.create(0, null, list(), 0, 0);
      }
      operation.commit();
    }
    CheckReport report = check(RULES);
    assertThat(report.problems()).hasSize(TreeCheck.MAX_LISTED);
    assertThat(report.problemCount()).isEqualTo(300);
  }

  @Test
  void entriesOutOfOrder() {
    NodeStore ordered = new MemoryNodeStore(512, TestLayouts.BY_HEADER);
    try (NodeOperation operation = ordered.begin()) {
      EntryList entries = new EntryList(3, 2);
      entries.add(new long[] {1, 50, 0}, 0);
      entries.add(new long[] {2, 49, 0}, 0);
      operation.root(operation.create(0, new long[] {10, 0, 0}, entries, 0, 2), 0);
      operation.entries(2);
      operation.commit();
    }
    try (NodeReader reader = ordered.snapshot()) {
      CheckReport report =
          TreeCheck.run(reader, ordered.ids(), TestLayouts.BY_HEADER, RULES, NO_OTHER_RULES);
      assertThat(report.problems()).singleElement().asString().contains("order");
    }
  }
}
