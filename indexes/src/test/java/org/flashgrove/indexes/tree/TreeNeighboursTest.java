package org.flashgrove.indexes.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.indexes.rtree.RTreeConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Cursors over neighbours; that their order is right is in {@link FamilyQueriesTest}. */
class TreeNeighboursTest {
  static List<TreeFamily.Member> members() {
    return TreeFamily.MEMBERS;
  }

  private static List<double[]> fill(SpatialTree tree, int count, Random random) {
    List<double[]> boxes = new ArrayList<>();
    for (int id = 0; id < count; id++) {
      double[] box = Shape.POINTS.next(random);
      tree.insert(id, box[0], box[1], box[2], box[3]);
      boxes.add(box);
    }
    return boxes;
  }

  @Tag("kinds")
  @ParameterizedTest
  @MethodSource("members")
  void aCursorGoesOnOverWhatThereWasWhenItWasMade(TreeFamily.Member member) {
    Random random = Seeds.random();
    SpatialTree tree = member.treeOfSmallNodes(Shape.POINTS);
    List<double[]> boxes = fill(tree, 400, random);
    int met = 0;
    double before = 0;
    long ids = 0;
    try (EntryCursor cursor = tree.cursor(EntryQuery.nearest(Long.MAX_VALUE, 0.1, -0.1))) {
      while (cursor.next()) {
        double[] box = boxes.get((int) cursor.id());
        assertThat(cursor.minX()).isEqualTo(box[0]);
        assertThat(cursor.minY()).isEqualTo(box[1]);
        assertThat(cursor.maxX()).isEqualTo(box[2]);
        assertThat(cursor.maxY()).isEqualTo(box[3]);
        assertThat(cursor.distance()).isGreaterThanOrEqualTo(before);
        before = cursor.distance();
        ids += cursor.id();
        int other = 399 - met; // it and others are met all the same
        double[] gone = boxes.get(other);
        assertThat(tree.delete(other, gone[0], gone[1], gone[2], gone[3])).isTrue();
        tree.insert(1000 + other, 0.1, -0.1, 0.1, -0.1);
        met++;
      }
      assertThat(cursor.next()).isFalse();
    }
    assertThat(met).isEqualTo(400);
    assertThat(ids).isEqualTo(399 * 400 / 2);
    assertThat(tree.check().problems()).isEmpty();
  }

  @Test
  void cursorsStandBesideEachOther() {
    SpatialTree tree = TreeFamily.MEMBERS.get(0).treeOfSmallNodes(Shape.POINTS);
    for (int id = 0; id < 100; id++) {
      tree.insert(id, id, 0, id, 0);
    }
    try (EntryCursor up = tree.cursor(EntryQuery.nearest(Long.MAX_VALUE, 0, 0));
        EntryCursor down = tree.cursor(EntryQuery.nearest(Long.MAX_VALUE, 99, 0))) {
      for (int id = 0; id < 100; id++) {
        assertThat(up.next()).isTrue();
        assertThat(down.next()).isTrue();
        assertThat(up.id()).isEqualTo(id);
        assertThat(down.id()).isEqualTo(99 - id);
      }
    }
  }

  @Test
  void gettersNeedAnEntryAndTheClosedRefuse() {
    SpatialTree tree = TreeFamily.MEMBERS.get(0).treeOfSmallNodes(Shape.POINTS);
    assertThatThrownBy(() -> tree.cursor(EntryQuery.nearest(Long.MAX_VALUE, 1, 0, 0, 0)))
        .isInstanceOf(IllegalArgumentException.class);
    EntryCursor none = tree.cursor(EntryQuery.nearest(Long.MAX_VALUE, 0, 0));
    assertThat(none.next()).isFalse();
    none.close();
    tree.insert(1, 0, 0, 0, 0);
    EntryCursor cursor = tree.cursor(EntryQuery.nearest(Long.MAX_VALUE, 0, 0));
    assertThatThrownBy(cursor::id)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(
            "cursor: is at no entry; read an entry only after next() returned true");
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.id()).isEqualTo(1);
    assertThat(cursor.next()).isFalse();
    assertThatThrownBy(cursor::distance).isInstanceOf(IllegalStateException.class);
    cursor.close();
    cursor.close();
    assertThatThrownBy(cursor::next).hasMessageContaining("closed");
    EntryCursor open = tree.cursor(EntryQuery.nearest(Long.MAX_VALUE, 0, 0));
    tree.close();
    assertThatThrownBy(open::next).isInstanceOf(StoreClosedException.class);
    open.close();
    assertThatThrownBy(() -> tree.cursor(EntryQuery.nearest(Long.MAX_VALUE, 0, 0)))
        .isInstanceOf(StoreClosedException.class);
  }

  /** A search that lost a node must not go on as if nothing had been. */
  @Test
  void aCursorThatFailedIsNotGoneOnWith() {
    RTree algorithm = new RTree(RTreeConfig.of(Spec.parse("rtree:capacity=4"), 1024));
    CountingStore store = new CountingStore(1024, algorithm.layout());
    SpatialTree tree = SpatialTree.open(store, algorithm);
    fill(tree, 100, Seeds.random());
    EntryCursor cursor =
        tree.cursor(
            EntryQuery.nearest(Long.MAX_VALUE, 0, 0, 0, 0)
                .byDistance(
                    id -> {
                      throw new IllegalStateException("no object " + id);
                    }));
    assertThatThrownBy(cursor::next).hasMessageContaining("no object");
    assertThatThrownBy(cursor::next)
        .hasMessageContaining("broken by an earlier error; open a new cursor");
    cursor.close();
  }

  /** No node is read that is farther away than the next neighbour requires. */
  @Test
  void theFirstNeighbourCostsFewLeaves() {
    RTree algorithm = new RTree(RTreeConfig.of(Spec.parse("rtree:capacity=8"), 1024));
    CountingStore store = new CountingStore(1024, algorithm.layout());
    SpatialTree tree = SpatialTree.open(store, algorithm);
    for (int id = 0; id < 1000; id++) {
      tree.insert(id, id, 0, id, 0);
    }
    store.leafReads = 0;
    try (EntryCursor cursor = tree.cursor(EntryQuery.nearest(Long.MAX_VALUE, 500, 0))) {
      assertThat(store.leafReads).isZero();
      cursor.next();
      assertThat(cursor.id()).isEqualTo(500);
      assertThat(store.leafReads).isBetween(1L, 10L);
    }
  }
}
