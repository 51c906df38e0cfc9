package org.flashgrove.efind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.efind.change.BufferedNode;
import org.flashgrove.efind.change.FestivalMemory;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.junit.jupiter.api.Test;

/** Degrees by hand: equations 6.4 to 6.7. */
class FlushPoliciesTest {
  private static final TreeLayout LAYOUT =
      new TreeLayout(NodeLayout.rectangles(5, 36), NodeLayout.rectangles(1, 36));

  private final WriteBuffer writes = new WriteBuffer(LAYOUT, new FestivalMemory(), true);

  private BufferedNode add(long nodeId, int level, long id, double... box) {
    long[] words = {id, 0, 0, 0, 0};
    for (int i = 0; i < 4; i++) {
      words[1 + i] = Double.doubleToRawLongBits(box[i]);
    }
    return writes.apply(ChangeKind.ADD, nodeId, level, words, 0, 0);
  }

  private double degree(String policy, BufferedNode... unit) {
    FlushPolicy made = FlushPolicies.named(policy, LAYOUT);
    made.survey(writes);
    return made.degree(unit, unit.length);
  }

  @Test
  void degreesAreThoseOfTheEquations() {
    BufferedNode leaf = add(7, 0, 1, 0, 0, 2, 2);
    add(7, 0, 2, 1, 1, 3, 3); // area around both 9, they overlap in 1
    BufferedNode other = add(8, 0, 3, 0, 0, 1, 1); // area 1
    BufferedNode inner = add(9, 1, 7, 0, 0, 5, 2); // area 10, one entry
    add(9, 1, 8, 0, 0, 3, 2); // still 10, overlap 6
    writes.apply(ChangeKind.DELETE, 10, 0, new long[0], 0, 0);
    BufferedNode deleted = writes.get(10);

    assertThat(degree("m", leaf, other, inner, deleted)).isEqualTo(2 + 1 + 2 + 1);
    assertThat(degree("mall", leaf, inner)).isEqualTo(4);
    assertThat(degree("mh", leaf, other, inner, deleted)).isEqualTo(2 + 1 + 4 + 1);
    assertThat(degree("mha", leaf, other)).isEqualTo(3 * (10 / 20.0));
    assertThat(degree("mha", inner, deleted)).isEqualTo(5 * (10 / 20.0));
    assertThat(degree("mhao", leaf, other)).isEqualTo(3 * (10 / 20.0) * (1 / 7.0));
    assertThat(degree("mhao", inner)).isEqualTo(4 * (10 / 20.0) * (6 / 7.0));
    assertThat(degree("mhao", other)).isZero();
  }

  @Test
  void aChangeOfTheNodeChangesItsSpace() {
    BufferedNode leaf = add(7, 0, 1, 0, 0, 2, 2);
    add(8, 0, 2, 0, 0, 2, 2);
    assertThat(degree("mha", leaf)).isEqualTo(0.5);
    add(7, 0, 3, 0, 0, 6, 2);
    assertThat(degree("mha", leaf)).isEqualTo(2 * (12 / 16.0));
  }

  @Test
  void ratiosAreOneWhereNothingHasAnArea() {
    BufferedNode leaf = add(7, 0, 1, 3, 3, 3, 3);
    assertThat(degree("mha", leaf)).isEqualTo(1);
    assertThat(degree("mhao", leaf)).isEqualTo(1);
  }

  @Test
  void onlyTheAllPagesFormIgnoresP() {
    for (String name : FlushPolicies.names()) {
      assertThat(FlushPolicies.named(name, LAYOUT).considersAll()).isEqualTo(name.equals("mall"));
    }
  }

  @Test
  void treesWithoutBoundsRefusePoliciesThatNeedThem() {
    NodeLayout keys = new NodeLayout(2, 2, NodeLayout.NO_BOUNDS, 16, null);
    TreeLayout noBounds = new TreeLayout(keys, keys);
    for (String name : new String[] {"mha", "mhao"}) {
      assertThatThrownBy(() -> FlushPolicies.named(name, noBounds))
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("policy=" + name)
          .hasMessageContaining("allowed: m, mall, mh");
    }
    assertThat(FlushPolicies.named("mh", noBounds)).isNotNull();
    assertThatThrownBy(() -> EfindConfig.of(Spec.parse("efind:policy=mho")))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("m, mall, mh, mha, mhao");
  }
}
