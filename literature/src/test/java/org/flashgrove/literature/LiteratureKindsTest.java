package org.flashgrove.literature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.flashgrove.access.kind.IndexKind;
import org.flashgrove.access.settings.BufferKind;
import org.flashgrove.access.structure.SettingKinds;
import org.flashgrove.core.kind.KindsUnderTest;
import org.flashgrove.core.spec.KindSettings;
import org.junit.jupiter.api.Test;

/**
 * The kinds of this module are found, explained, and among those that tests of all kinds run for.
 */
class LiteratureKindsTest {
  private static List<String> provided() {
    List<String> names = new ArrayList<>();
    ServiceLoader.load(IndexKind.class).forEach(kind -> names.add(kind.name()));
    ServiceLoader.load(BufferKind.class).forEach(kind -> names.add(kind.name()));
    return names;
  }

  @Test
  void testsOfAllKindsRunForEveryKindOfTheModule() {
    assertThat(provided()).hasSize(9).allMatch(KindsUnderTest::include);
  }

  @Test
  void everyKindIsInTheReferenceOfSettingsWithAnExplanation() {
    for (String name : provided()) {
      KindSettings found =
          SettingKinds.all().stream()
              .filter(kind -> kind.name().equals(name))
              .findFirst()
              .orElseThrow();
      assertThat(found.summary()).as(name).endsWith(".");
      assertThat(found.keys()).as(name).isNotEmpty().noneMatch(key -> key.meaning().isEmpty());
    }
  }
}
