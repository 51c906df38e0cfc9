package org.flashgrove.indexes.xbrplus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.tree.SpatialTree;
import org.junit.jupiter.api.Test;

/**
 * Damages the tree of {@link XbrPlusExampleTest} in every way that the check of regions detects.
 */
class RegionCheckTest {
  private static final int QUADRANT = 5;

  private final XbrPlusConfig config =
      XbrPlusConfig.of(Spec.parse("xbr:capacity=3,domain=0/0/200/200"), 1024);
  private final NodeStore store = new MemoryNodeStore(1024, XbrPlusTree.layout(config));
  private final SpatialTree tree = XbrPlusTree.open(store, config);

  private void insertUpTo(int number) {
    for (int id = 1; id <= number; id++) {
      int[] p = XbrPlusExampleTest.POINTS[id - 1];
      tree.insert(id, p[0], p[1], p[0], p[1]);
    }
  }

  private static long[] point(long id, double x, double y) {
    return new long[] {id, Double.doubleToRawLongBits(x), Double.doubleToRawLongBits(y)};
  }

  /** Returns the words of the root's entry in a slot. */
  private static long[] entry(NodeOperation operation, int slot) {
    NodeView root = operation.read(operation.root(), operation.height());
    long[] words = new long[XbrPlusLayout.NODE_WORDS];
    root.copyEntry(slot, words, 0);
    operation.release(root);
    return words;
  }

  private List<String> damaged(Consumer<NodeOperation> damage) {
    try (NodeOperation operation = store.begin()) {
      damage.accept(operation);
      operation.commit();
    }
    List<String> problems = new ArrayList<>();
    try (NodeReader reader = store.snapshot()) {
      new RegionCheck(config.layout(), reader, problems::add).run();
    }
    return problems;
  }

  @Test
  void aSoundTreeHasNoProblems() {
    insertUpTo(13);
    assertThat(damaged(operation -> {})).isEmpty();
    assertThat(tree.check().problems()).isEmpty();
  }

  @Test
  void aHeaderThatIsNotTheQuadrant() {
    insertUpTo(6);
    assertThat(damaged(o -> o.header(o.root(), 1, new long[] {0, 0, 1})))
        .singleElement()
        .asString()
        .contains("the header says 0*, its parent *");
  }

  @Test
  void aQuadrantCalledWholeThatIsNot() {
    insertUpTo(6);
    Consumer<NodeOperation> damage =
        operation -> {
          long[] words = entry(operation, 1);
          words[QUADRANT] &= ~1L;
          operation.change(operation.root(), 1, words);
        };
    assertThat(damaged(damage))
        .singleElement()
        .asString()
        .contains("entry 1, 0*, is called whole, but lacks [00*]");
    CheckReport report = tree.check();
    assertThat(report.problems()).singleElement().asString().contains("is called whole");
  }

  @Test
  void aPointInTheRegionOfAnotherLeaf() {
    insertUpTo(6);
    assertThat(damaged(o -> o.add(entry(o, 0)[0], 0, point(50, 20, 20))))
        .containsExactlyInAnyOrder(
            "node 0 of level 0: entry 0, at " + address(50, 20, 20) + ", lies in 0*, another's",
            "node 0 of level 0: entry 0, at " + address(50, 20, 20) + ", lies in 00*, another's");
  }

  private String address(long id, double x, double y) {
    Address address = new Address();
    config.layout().pointAddress(point(id, x, y), 0, address);
    return address.toString();
  }

  @Test
  void aPointOutsideOfItsLeafsQuadrant() {
    insertUpTo(6);
    assertThat(damaged(o -> o.add(entry(o, 2)[0], 0, point(50, 60, 20))))
        .singleElement()
        .asString()
        .contains("lies outside of 00*");
  }

  @Test
  void twoEntriesOfOneQuadrant() {
    insertUpTo(6);
    Consumer<NodeOperation> damage =
        operation -> {
          long[] words = entry(operation, 1);
          words[QUADRANT] = 1; // no digits, cut
          operation.change(operation.root(), 1, words);
        };
    assertThat(damaged(damage)).anyMatch(p -> p.contains("both have the quadrant *"));
  }

  @Test
  void anEntryInAQuadrantThatTheParentKeepsAndOneOutsideOfItsNode() {
    insertUpTo(8); // the root has * and 0*, nodes of level 1
    Consumer<NodeOperation> damage =
        operation -> {
          long rest = entry(operation, 0)[0];
          long part = entry(operation, 1)[0];
          NodeView node = operation.read(part, 1);
          long[] words = new long[XbrPlusLayout.NODE_WORDS];
          node.copyEntry(1, words, 0);
          operation.release(node);
          operation.add(rest, 1, words); // 00*, a second time
          words[0] = entry(operation, 0)[0];
          NodeView old = operation.read(rest, 1);
          old.copyEntry(0, words, 0);
          operation.release(old);
          operation.add(part, 1, words); // *, in the node of 0*
        };
    assertThat(damaged(damage))
        .anyMatch(p -> p.contains("00*, lies in 0*, a node's above"))
        .anyMatch(p -> p.contains("*, lies outside of 0*"));
  }
}
