package org.flashgrove.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ExtentTest {
  @Test
  void readsWhatItWrites() {
    Extent extent = new Extent(-44.1581, -19.9836, 1e-9, 3);
    assertThat(Extent.parse(extent.toString())).isEqualTo(extent);
    assertThat(Extent.parse(" 0, 0 ,1,1")).isEqualTo(Extent.UNIT);
  }

  @Test
  void refusesInvertedAndInfiniteSides() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Extent.parse("1,0,0,1"))
        .withMessageContainingAll("1.0,0.0,0.0,1.0", "inverted", "minx <= maxx");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Extent.parse("0,0,NaN,1"))
        .withMessageContaining("finite");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Extent(-Double.MAX_VALUE, 0, Double.MAX_VALUE, 1))
        .withMessageContaining("finite");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Extent.parse("0,0,1"))
        .withMessageContainingAll("3 numbers", "minx,miny,maxx,maxy");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Extent.parse("0,0,1,b"))
        .withMessageContainingAll("\"b\" is not a number", "minx,miny,maxx,maxy");
  }

  @Test
  void accumulatesTheBoundsOfEntries() {
    ExtentAccumulator bounds = new ExtentAccumulator();
    assertThat(bounds.extent()).isEmpty();
    bounds.accept(1, 2, 3, 4, 5);
    bounds.accept(2, -1, 4, 0, 9);
    assertThat(bounds.entryCount()).isEqualTo(2);
    assertThat(bounds.extent()).contains(new Extent(-1, 3, 4, 9));
  }
}
