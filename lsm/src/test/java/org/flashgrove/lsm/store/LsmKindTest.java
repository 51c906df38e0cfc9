package org.flashgrove.lsm.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceLoader;
import org.flashgrove.access.kind.StructureKind;
import org.flashgrove.access.structure.SettingKinds;
import org.flashgrove.core.kind.KindsUnderTest;
import org.flashgrove.core.spec.KindSettings;
import org.junit.jupiter.api.Test;

/** The kind of this module is found, explained, and among those of tests of all kinds. */
class LsmKindTest {
  @Test
  void testsOfAllKindsRunForTheKindOfTheModule() {
    assertThat(ServiceLoader.load(StructureKind.class))
        .extracting(StructureKind::name)
        .containsExactly(LsmStructure.KIND)
        .allMatch(KindsUnderTest::include);
  }

  @Test
  void theKindIsInTheReferenceOfSettingsWithAnExplanation() {
    KindSettings found =
        SettingKinds.all().stream()
            .filter(kind -> kind.name().equals(LsmStructure.KIND))
            .findFirst()
            .orElseThrow();
    assertThat(found.summary()).endsWith(".");
    assertThat(found.keys()).isNotEmpty().noneMatch(key -> key.meaning().isEmpty());
  }
}
