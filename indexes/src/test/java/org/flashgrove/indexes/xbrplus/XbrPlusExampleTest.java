package org.flashgrove.indexes.xbrplus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleQuery;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.query.Search;
import org.flashgrove.indexes.tree.PointExample;
import org.junit.jupiter.api.Test;

/**
 * Thirteen points in a space of side 200, nodes of three entries: every split on the way, worked
 * out by hand. Addresses are relative to the node, as in figure 34 of Carniel's thesis.
 */
class XbrPlusExampleTest extends PointExample {
  static final int[][] POINTS = {
    {20, 30},
    {150, 40},
    {60, 150},
    {30, 70},
    {80, 20},
    {10, 10},
    {70, 80},
    {90, 90},
    {160, 160},
    {85, 65},
    {55, 60},
    {180, 20},
    {65, 95}
  };

  private static final XbrPlusConfig CONFIG =
      XbrPlusConfig.of(Spec.parse("xbr:x=75%,capacity=3,domain=0/0/200/200"), 1024);

  private final XbrPlusLayout layout = CONFIG.layout();

  XbrPlusExampleTest() {
    super(POINTS, new XbrPlusTree(CONFIG));
  }

  /** Returns the tree as lines: an entry a line, leaves as their points in order. */
  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    try (NodeReader reader = store.snapshot()) {
      addLines(reader, reader.root(), reader.height(), "", lines);
    }
    return lines;
  }

  private void addLines(
      NodeReader reader, long nodeId, int level, String indent, List<String> lines) {
    NodeView node = reader.read(nodeId, level);
    Address region = new Address();
    Address child = new Address();
    if (level == 0) {
      StringBuilder points = new StringBuilder();
      for (int slot = 0; slot < node.count(); slot++) {
        points.append(slot == 0 ? "p" : " p").append(node.word(0, slot));
      }
      String above = lines.isEmpty() ? "" : lines.remove(lines.size() - 1) + ": ";
      lines.add(above + points);
    } else {
      region.setHeader(node);
      for (int slot = 0; slot < node.count(); slot++) {
        layout.quadrant(node, slot, child);
        lines.add(
            String.format(
                "%s%s %d %s (%.0f,%.0f)-(%.0f,%.0f)",
                indent,
                child.toString().substring(region.level()),
                200 >> child.level(),
                XbrPlusLayout.isCut(node, slot) ? "nSQ" : "SQ",
                node.real(1, slot),
                node.real(2, slot),
                node.real(3, slot),
                node.real(4, slot)));
        addLines(reader, node.word(0, slot), level - 1, indent + "  ", lines);
      }
    }
    reader.release(node);
  }

  @Test
  void everySplitIsAsWorkedOutByHand() {
    insertUpTo(3);
    assertThat(lines()).containsExactly("p1 p3 p2");
    insertUpTo(4);
    assertThat(lines())
        .containsExactly("* 200 nSQ (60,40)-(150,150): p3 p2", "0* 100 SQ (20,30)-(30,70): p1 p4");
    insertUpTo(6);
    assertThat(lines())
        .containsExactly(
            "* 200 nSQ (60,40)-(150,150): p3 p2",
            "0* 100 nSQ (30,20)-(80,70): p4 p5",
            "00* 50 SQ (10,10)-(20,30): p6 p1");
    insertUpTo(8);
    assertThat(lines())
        .containsExactly(
            "* 200 nSQ (60,40)-(150,150)",
            "  * 200 nSQ (60,40)-(150,150): p3 p2",
            "0* 100 SQ (10,10)-(90,90)",
            "  * 100 nSQ (30,20)-(80,70): p4 p5",
            "  0* 50 SQ (10,10)-(20,30): p6 p1",
            "  3* 50 SQ (70,80)-(90,90): p7 p8");
    insertUpTo(11);
    assertThat(lines())
        .containsExactly(
            "* 200 nSQ (60,40)-(160,160)",
            "  * 200 nSQ (60,40)-(160,160): p3 p2 p9",
            "0* 100 nSQ (10,10)-(80,70)",
            "  * 100 nSQ (30,20)-(80,70): p4 p5",
            "  0* 50 SQ (10,10)-(20,30): p6 p1",
            "03* 50 SQ (55,60)-(90,90)",
            "  * 50 nSQ (70,65)-(90,90): p7 p10 p8",
            "  0* 25 SQ (55,60)-(55,60): p11");
    insertUpTo(13);
    assertThat(lines())
        .containsExactly(
            "* 200 nSQ (60,20)-(180,160)",
            "  * 200 nSQ (60,150)-(160,160): p3 p9",
            "  1* 100 SQ (150,20)-(180,40): p2 p12",
            "0* 100 nSQ (10,10)-(80,70)",
            "  * 100 nSQ (30,20)-(80,70): p4 p5",
            "  0* 50 SQ (10,10)-(20,30): p6 p1",
            "03* 50 SQ (55,60)-(90,95)",
            "  * 50 nSQ (85,65)-(90,90): p10 p8",
            "  0* 25 SQ (55,60)-(55,60): p11",
            "  2* 25 SQ (65,80)-(70,95): p13 p7");
    assertThat(tree.figures().leafSplits()).isEqualTo(6);
    assertThat(tree.figures().internalSplits()).isEqualTo(2);
  }

  private TreeSet<Long> search(double minX, double minY, double maxX, double maxY) {
    TreeSet<Long> ids = new TreeSet<>();
    store.leafReads = 0;
    store.nodeReads = 0;
    tree.search(minX, minY, maxX, maxY, (id, x1, y1, x2, y2) -> ids.add(id));
    return ids;
  }

  @Test
  void aWindowVisitsFewerNodesByRegionsThanByBoundsAlone() {
    insertUpTo(13);
    assertThat(search(50, 55, 100, 100)).containsExactly(7L, 8L, 10L, 11L, 13L);
    // All that the window meets of the bound of 0* lies in 03*: two nodes less.
    assertThat(store.nodeReads + store.leafReads).isEqualTo(6);
    store.leafReads = 0;
    store.nodeReads = 0;
    Search byBounds = new Search(layout.nodes());
    byBounds.reset(new RectangleQuery(Predicate.INTERSECTS, 50, 55, 100, 100), null);
    try (NodeReader reader = store.snapshot()) {
      assertThat(byBounds.run(reader, null, false)).isEqualTo(5);
    }
    assertThat(store.nodeReads + store.leafReads).isEqualTo(8);
  }

  @Test
  void aPointIsFoundOnOneWay() {
    insertUpTo(13);
    for (int id = 1; id <= 13; id++) {
      int[] p = POINTS[id - 1];
      assertThat(search(p[0], p[1], p[0], p[1])).containsExactly((long) id);
      assertThat(store.nodeReads).isEqualTo(2);
      assertThat(store.leafReads).isEqualTo(1);
    }
  }

  @Test
  void aWindowInAQuadrantCutOutReadsNothingOfWhatEnclosesIt() {
    insertUpTo(13);
    // Within 0*, 03* and the bound of *, whose region has no part here.
    assertThat(search(62, 62, 99, 99)).containsExactly(7L, 8L, 10L, 13L);
    assertThat(store.nodeReads).isEqualTo(2);
    assertThat(store.leafReads).isEqualTo(2);
  }

  @Test
  void deletionsMergeQuadrantsWithThoseTheyWereCutOutOf() {
    insertUpTo(13);
    delete(9); // the leaf of * and that of 1* hold three, more than 75 % of 3
    assertThat(lines()).contains("  * 200 nSQ (60,150)-(60,150): p3");
    delete(12); // now two: 1* goes into *, which is whole but for 0* and 03* above
    assertThat(lines())
        .startsWith("* 200 nSQ (60,40)-(150,150)", "  * 200 nSQ (60,40)-(150,150): p3 p2");
    delete(11); // an empty leaf goes
    delete(13);
    assertThat(lines())
        .endsWith(
            "03* 50 SQ (70,65)-(90,90)",
            "  * 50 nSQ (85,65)-(90,90): p10 p8",
            "  2* 25 SQ (70,80)-(70,80): p7");
    for (int id : new int[] {7, 8, 10, 1, 6, 4, 5}) {
      delete(id);
    }
    assertThat(lines()).containsExactly("p3 p2");
    delete(2);
    delete(3);
    assertThat(lines()).containsExactly("");
  }

  @Test
  void whenTheRestIsGoneAQuadrantBecomesTheRootAndTheRestComesOnDemand() {
    insertUpTo(8);
    delete(2);
    delete(3);
    assertThat(lines())
        .containsExactly(
            "0* 100 nSQ (30,20)-(80,70): p4 p5",
            "00* 50 SQ (10,10)-(20,30): p6 p1",
            "03* 50 SQ (70,80)-(90,90): p7 p8");
    tree.insert(2, 150, 40, 150, 40); // a fourth entry for the root
    assertThat(tree.check().problems()).isEmpty();
    assertThat(lines())
        .containsExactly(
            "* 200 nSQ (150,40)-(150,40)",
            "  * 200 nSQ (150,40)-(150,40): p2",
            "0* 100 SQ (10,10)-(90,90)",
            "  * 100 nSQ (30,20)-(80,70): p4 p5",
            "  0* 50 SQ (10,10)-(20,30): p6 p1",
            "  3* 50 SQ (70,80)-(90,90): p7 p8");
  }
}
