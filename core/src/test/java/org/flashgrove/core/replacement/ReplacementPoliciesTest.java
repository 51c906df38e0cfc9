package org.flashgrove.core.replacement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplacementPoliciesTest {
  @Test
  void namesAreThoseOfSpecs() {
    assertThat(ReplacementPolicies.names())
        .containsExactly("lru", "hlru", "s2q", "2q", "arc", "cflru", "cfdc", "forplus", "fbarc");
  }

  @Test
  void unknownNamesListTheKnown() {
    assertThatThrownBy(() -> ReplacementPolicies.named("clock", Spec.parse("none")))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("'clock'")
        .hasMessageContaining("lru, hlru, s2q");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2q | none:queues=both | shared, fixed",
        "cflru | none:window=120% | 0% to 100%",
        "cfdc | none:cluster=0 | 1 to 65536",
        "forplus | none:writecost=0 | 1 to",
        "fbarc | none:writelist=100% | 0% to 90%",
      })
  void valuesOutOfBoundsAreRefused(String name, String spec, String allowed) {
    assertThatThrownBy(() -> ReplacementPolicies.named(name, Spec.parse(spec)))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(allowed);
  }

  @Test
  void keysOfOtherPoliciesAreRefused() {
    Spec spec = Spec.parse("none:policy=lru,a1in=30%");
    spec.text("policy", "lru");
    ReplacementPolicies.named("lru", spec);
    assertThatThrownBy(spec::requireAllUsed).hasMessageContaining("a1in");
    Spec own = Spec.parse("none:a1in=30%");
    ReplacementPolicies.named("2q", own);
    own.requireAllUsed();
  }
}
