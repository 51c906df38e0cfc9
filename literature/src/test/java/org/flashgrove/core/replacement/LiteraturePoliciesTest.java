package org.flashgrove.core.replacement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiteraturePoliciesTest {
  @Test
  void policiesOfTheLiteratureAreFoundByName() {
    assertThat(ReplacementPolicies.names())
        .containsExactly("lru", "hlru", "s2q", "2q", "arc", "cflru", "cfdc", "forplus", "fbarc");
    assertThat(ReplacementPolicies.chosen(Spec.parse("none:policy=CFLRU"))).isEqualTo("cflru");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
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
}
