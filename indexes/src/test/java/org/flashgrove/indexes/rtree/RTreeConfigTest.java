package org.flashgrove.indexes.rtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.tree.NodeFill;
import org.junit.jupiter.api.Test;

class RTreeConfigTest {
  private static RTreeConfig of(String spec) {
    return RTreeConfig.of(Spec.parse(spec), 4096);
  }

  @Test
  void defaults() {
    assertThat(of("rtree"))
        .isEqualTo(new RTreeConfig("quadratic", new NodeFill(100, 40, 100, 40), true));
  }

  @Test
  void fillsRoundUp() {
    assertThat(of("rtree:capacity=57,minfill=50%").fill().leafMinimum()).isEqualTo(29);
    assertThat(of("rtree:maxfill=7%,minfill=0").fill().leafCapacity()).isEqualTo(7);
    assertThat(of("rtree:maxfill=7%,minfill=0").fill().leafMinimum()).isEqualTo(2);
    assertThat(of("rtree:capacity=50,leafcapacity=60,split=Linear,blind=off"))
        .isEqualTo(new RTreeConfig("linear", new NodeFill(60, 24, 50, 20), false));
  }

  @Test
  void leavesAndInternalNodesHaveFillsOfTheirOwn() {
    assertThat(of("rtree:leafminfill=50%,nodeminfill=20%,nodemaxfill=50%").fill())
        .isEqualTo(new NodeFill(100, 50, 50, 10));
    assertThat(of("rtree:minfill=30%,maxfill=80%,leafminfill=10%,leafmaxfill=90%").fill())
        .isEqualTo(new NodeFill(90, 9, 80, 24));
  }

  private static void assertRefused(String spec, String... parts) {
    assertThatThrownBy(() -> of(spec))
        .isInstanceOf(SpecException.class)
        .hasMessageContainingAll(parts);
  }

  @Test
  void errorsSayWhatIsAllowed() {
    assertRefused(
        "rtree:split=cubic",
        "split=cubic",
        "linear, quadratic, exponential, greene, angtan, rstar");
    assertRefused("rtree:split=exponential", "leafcapacity=100", "split=exponential", "3 to 16");
    assertRefused("rtree:split=exponential,leafcapacity=16", "nodecapacity=100", "3 to 16");
    assertRefused("rtree:capacity=101", "capacity=101", "3 to 100");
    assertRefused("rtree:nodecapacity=2", "nodecapacity=2", "3 to 100");
    assertRefused("rtree:minfill=60%", "minfill=60%", "0% to 50%");
    assertRefused("rtree:blind=maybe", "on, off");
    assertRefused("rtree:capacity=4,maxfill=5%", "capacity=1", "3 or more");
    assertRefused(
        "rtree:speed=9",
        "unknown key 'speed'",
        "split, capacity, leafcapacity, nodecapacity, minfill, maxfill, leafmaxfill, nodemaxfill,"
            + " leafminfill, nodeminfill, blind");
    assertRefused("rtree:nodeminfill=60%", "nodeminfill=60%", "0% to 50%");
    assertRefused("rtree:leafmaxfill=101%", "leafmaxfill=101%", "5% to 100%");
  }

  @Test
  void theExponentialSplitTakesSixteen() {
    assertThat(of("rtree:split=exponential,capacity=16,minfill=50%").fill())
        .isEqualTo(new NodeFill(16, 8, 16, 8));
  }

  @Test
  void aConfigurationOfALargerPageIsRefused() {
    assertThatThrownBy(() -> RTree.open(new MemoryNodeStore(1024, RTree.LAYOUT), of("rtree")))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("3 to 24");
  }
}
