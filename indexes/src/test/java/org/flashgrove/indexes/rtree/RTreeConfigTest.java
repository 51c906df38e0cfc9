package org.flashgrove.indexes.rtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.junit.jupiter.api.Test;

class RTreeConfigTest {
  private static RTreeConfig of(String spec) {
    return RTreeConfig.of(Spec.parse(spec), 4096);
  }

  @Test
  void defaults() {
    assertThat(of("rtree")).isEqualTo(new RTreeConfig("quadratic", 100, 40, 100, 40, true));
  }

  @Test
  void fillsRoundUp() {
    assertThat(of("rtree:capacity=57,minfill=50%").leafMinimum()).isEqualTo(29);
    assertThat(of("rtree:maxfill=7%,minfill=0").leafCapacity()).isEqualTo(7);
    assertThat(of("rtree:maxfill=7%,minfill=0").leafMinimum()).isEqualTo(2);
    assertThat(of("rtree:capacity=50,leafcapacity=60,split=Linear,blind=off"))
        .isEqualTo(new RTreeConfig("linear", 60, 24, 50, 20, false));
  }

  private static void assertRefused(String spec, String... parts) {
    assertThatThrownBy(() -> of(spec))
        .isInstanceOf(SpecException.class)
        .hasMessageContainingAll(parts);
  }

  @Test
  void errorsTellWhatIsAllowed() {
    assertRefused("rtree:split=greene", "split=greene", "linear, quadratic");
    assertRefused("rtree:capacity=101", "capacity=101", "3 to 100");
    assertRefused("rtree:nodecapacity=2", "nodecapacity=2", "3 to 100");
    assertRefused("rtree:minfill=60%", "minfill=60%", "0.0% to 50.0%");
    assertRefused("rtree:blind=maybe", "on, off");
    assertRefused("rtree:capacity=4,maxfill=5%", "capacity=1", "3 or more");
    assertRefused(
        "rtree:speed=9",
        "unknown key 'speed'",
        "split, capacity, leafcapacity, nodecapacity, minfill, maxfill, blind");
  }

  @Test
  void aConfigurationOfALargerPageIsRefused() {
    assertThatThrownBy(() -> RTree.open(new MemoryNodeStore(1024, RTree.LAYOUT), of("rtree")))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("3 to 24");
  }
}
