package org.flashgrove.core.replacement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.flashgrove.core.spec.AbsentKindException;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplacementPoliciesTest {
  @Test
  void namesAreThoseOfSpecs() {
    assertThat(ReplacementPolicies.names()).containsExactly("lru", "hlru", "s2q", "2q", "arc");
  }

  @Test
  void unknownNamesListTheKnown() {
    assertThatThrownBy(() -> ReplacementPolicies.named("clock", Spec.parse("none")))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("'clock'")
        .hasMessageContaining("lru, hlru, s2q");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cflru", "cfdc", "forplus", "FBARC"})
  void policiesOfTheLiteratureAreRefusedWithTheirArtifact(String name) {
    String message =
        "replacement policy '"
            + name.toLowerCase(Locale.ROOT)
            + "' is in org.flashgrove:flashgrove-literature, which is not on the class path; add"
            + " the dependency";
    assertThatThrownBy(() -> ReplacementPolicies.chosen(Spec.parse("none:policy=" + name)))
        .isInstanceOf(AbsentKindException.class)
        .hasMessage(message);
    assertThatThrownBy(
            () -> ReplacementPolicies.named(name.toLowerCase(Locale.ROOT), Spec.parse("none")))
        .isInstanceOf(AbsentKindException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2q | none:queues=both | shared, fixed",
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
