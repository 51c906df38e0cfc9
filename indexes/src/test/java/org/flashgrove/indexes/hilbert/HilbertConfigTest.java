package org.flashgrove.indexes.hilbert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.tree.NodeFill;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HilbertConfigTest {
  private static final String WORLD = ",domain=-180/-90/180/90";

  private static HilbertConfig of(String keys, int pageSize) {
    return HilbertConfig.of(Spec.parse("hilbert:" + keys), pageSize);
  }

  @Test
  void theReferenceSpecsFitTheirPages() {
    HilbertConfig small = of("s=2,leafcapacity=96,nodecapacity=79,minfill=50%" + WORLD, 4096);
    assertThat(small.order()).isEqualTo(2);
    assertThat(small.fill()).isEqualTo(new NodeFill(96, 48, 79, 40));
    assertThat(small.stored()).isFalse();
    assertThat(small.curve().domain()).containsExactly(-180, -90, 180, 90);
    HilbertConfig large = of("s=2,leafcapacity=386,nodecapacity=317,minfill=50%" + WORLD, 16384);
    assertThat(large.fill()).isEqualTo(new NodeFill(386, 193, 317, 159));
  }

  @ParameterizedTest
  @CsvSource({
    "'objects=rectangles', 84, true",
    "'values=computed', 100, false",
    "'objects=points', 126, true",
    "'objects=points,values=computed', 168, false",
    "'leafcapacity=84', 84, true",
    "'leafcapacity=85', 85, false",
    "'capacity=84,leafcapacity=100', 100, false"
  })
  void aLeafHoldsWhatItsFormLeavesRoomFor(String keys, int leafCapacity, boolean stored) {
    HilbertConfig config = of(keys + WORLD, 4096);
    assertThat(config.fill().leafCapacity()).isEqualTo(leafCapacity);
    assertThat(config.fill().nodeCapacity()).isEqualTo(84);
    assertThat(config.stored()).isEqualTo(stored);
    assertThat(config.blind()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "'s=5,domain=0/0/1/1', 1 to 4",
    "'s=0,domain=0/0/1/1', 1 to 4",
    "'s=2', domain is missing (allowed: domain=minx/miny/maxx/maxy",
    "'domain=0/0/1', domain=0/0/1 (allowed:",
    "'domain=0/0/1/x', domain=0/0/1/x (allowed:",
    "'domain=1/0/0/1', domain=1/0/0/1 (allowed:",
    "'domain=0/0/Infinity/1', (allowed:",
    "'domain=NaN/0/1/1', (allowed:",
    "'domain=0/0/1/1,leafcapacity=101', 3 to 100",
    "'domain=0/0/1/1,leafcapacity=100,values=stored', 3 to 84",
    "'domain=0/0/1/1,nodecapacity=85', 3 to 84",
    "'domain=0/0/1/1,objects=lines', 'rectangles, points'",
    "'domain=0/0/1/1,split=linear', unknown key 'split'",
    "'domain=0/0/1/1,minfill=60%', 0% to 50%"
  })
  void errorsSayWhatIsAllowed(String keys, String message) {
    assertThatThrownBy(() -> of(keys, 4096))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(message);
  }
}
