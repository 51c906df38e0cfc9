package org.flashgrove.core.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SpecTest {
  @Test
  void readsNameAndKeys() {
    Spec spec = Spec.parse(" RTree: Split=Quadratic , capacity=96 ");
    assertThat(spec.name()).isEqualTo("rtree");
    assertThat(spec.has("split")).isTrue();
    assertThat(spec.has("page")).isFalse();
    assertThat(spec.text("split", "x")).isEqualTo("Quadratic");
    assertThat(spec.text("none", "x")).isEqualTo("x");
    assertThat(spec.values()).containsOnlyKeys("split", "capacity");
    assertThat(spec).hasToString("rtree:split=Quadratic,capacity=96");
    assertThat(Spec.parse(spec.toString()).values()).isEqualTo(spec.values());
    assertThat(Spec.parse("memory")).hasToString("memory");
    assertThat(Spec.parse("memory:").values()).isEmpty();
  }

  @Test
  void refusesWhatIsNoSpec() {
    for (String text : new String[] {"", ":", " :a=b", "x:a", "x:=b", "x:a=1,", "x:a=1,A=2"}) {
      assertThatThrownBy(() -> Spec.parse(text)).as(text).isInstanceOf(SpecException.class);
    }
  }

  @Test
  void choicesAndFlags() {
    Spec spec = Spec.parse("x:a=OP,b=on,c=maybe");
    assertThat(spec.choice("a", "close", "op", "close")).isEqualTo("op");
    assertThat(spec.choice("z", "close", "op", "close")).isEqualTo("close");
    assertThat(spec.flag("b", false)).isTrue();
    assertThat(spec.flag("z", true)).isTrue();
    assertThatThrownBy(() -> spec.flag("c", true))
        .isInstanceOf(SpecException.class)
        .hasMessage("x: c=maybe (allowed: on, off)");
  }

  @Test
  void numbersWithinBounds() {
    Spec spec = Spec.parse("x:i=12,s=4K,m=2m,g=1G,p=60%,f=0.25,bad=twelve,huge=99999999999G");
    assertThat(spec.integer("i", 0, 1, 12)).isEqualTo(12);
    assertThat(spec.integer("z", 5, 1, 12)).isEqualTo(5);
    assertThat(spec.bytes("s", 0, 0, 1 << 20)).isEqualTo(4096);
    assertThat(spec.bytes("m", 0, 0, 1 << 30)).isEqualTo(2 << 20);
    assertThat(spec.bytes("g", 0, 0, 1L << 40)).isEqualTo(1 << 30);
    assertThat(spec.fraction("p", 0, 0, 1)).isEqualTo(0.6);
    assertThat(spec.fraction("f", 0, 0, 1)).isEqualTo(0.25);
    assertThatThrownBy(() -> spec.integer("i", 0, 1, 11))
        .hasMessage("x: i=12 (allowed: a whole number from 1 to 11)");
    assertThatThrownBy(() -> spec.integer("bad", 0, 1, 11)).hasMessageContaining("bad=twelve");
    assertThatThrownBy(() -> spec.bytes("bad", 0, 1, 11)).hasMessageContaining("bad=twelve");
    assertThatThrownBy(() -> spec.bytes("huge", 0, 0, Long.MAX_VALUE))
        .isInstanceOf(SpecException.class);
    assertThatThrownBy(() -> spec.fraction("p", 0, 0, 0.5))
        .hasMessage("x: p=60% (allowed: 0% to 50%)");
    assertThatThrownBy(() -> spec.fraction("bad", 0, 0, 0.5)).isInstanceOf(SpecException.class);
  }

  @Test
  void refusesKeysThatNoGetterHasRead() {
    Spec spec = Spec.parse("x:page=4K,colour=red");
    spec.bytes("page", 0, 0, 1 << 20);
    spec.text("split", "");
    assertThatThrownBy(spec::requireAllUsed)
        .isInstanceOf(SpecException.class)
        .hasMessage("x: unknown key 'colour' (allowed: page, split)");
    spec.text("colour", "");
    spec.requireAllUsed();
    assertThatThrownBy(() -> Spec.parse("x:a=1").requireAllUsed())
        .hasMessageContaining("(allowed: none)");
  }
}
