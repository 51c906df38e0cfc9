package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.flashgrove.access.salvage.Salvage;
import org.flashgrove.access.settings.FlashSpec;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.spec.AbsentKindException;
import org.flashgrove.core.spec.KindSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kinds of modules that are not on the class path, as that of these tests, are named with them. */
class AbsentKindsTest {
  private static final String WHERE =
      " is in org.flashgrove:flashgrove-literature, which is not on the class path;"
          + " add the dependency";

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"fortree", "kdb:domain=0/0/1/1", "gridfile:capacity=3"})
  void anIndexIsRefusedWithItsArtifact(String spec) {
    String message = "index '" + spec.replaceFirst(":.*", "") + "'" + WHERE;
    assertThatThrownBy(() -> StructureKinds.parse(spec, 4096))
        .isInstanceOf(AbsentKindException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> StoreOptions.defaults().withIndex(spec))
        .isInstanceOf(AbsentKindException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rftl", "lcr", "arftl", "fkdb", "gffm:buffer=8K", "for"})
  void aBufferIsRefusedWithItsArtifact(String spec) {
    assertThatThrownBy(() -> FlashSpec.parse(spec))
        .isInstanceOf(AbsentKindException.class)
        .hasMessage("flash-aware buffer '" + spec.replaceFirst(":.*", "") + "'" + WHERE);
  }

  @ParameterizedTest
  @CsvSource({"golden-v2/for", "golden-v2/rftl", "golden-v2/lcr", "golden-v2/gffm"})
  void anExistingStoreIsRefusedWithTheArtifactAndNotChanged(String resource) throws IOException {
    GoldenZip.copy(resource, directory);

    assertThatThrownBy(() -> SpatialStore.open(directory)).satisfies(this::namesTheArtifact);
    assertThatThrownBy(() -> SpatialStore.openReadOnly(directory))
        .satisfies(this::namesTheArtifact);
    assertThatThrownBy(
            () -> Salvage.run(directory, directory.resolve("rescued"), SalvageHints.NONE))
        .satisfies(this::namesTheArtifact);
    GoldenZip.requireUnchanged(resource, directory);
  }

  private void namesTheArtifact(Throwable failure) {
    assertThat(failure)
        .isInstanceOf(StoreIoException.class)
        .hasMessageStartingWith(directory.toString())
        .hasMessageEndingWith(WHERE)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void whoListsKindsLeavesThemOut() {
    assertThat(SettingKinds.areThere("rstar", "efind")).isTrue();
    assertThat(SettingKinds.areThere("fortree", "efind")).isFalse();
    assertThat(SettingKinds.areThere("rstar", "for")).isFalse();
    assertThat(SettingKinds.all())
        .extracting(KindSettings::name)
        .contains("grove", "bplus", "efind")
        .doesNotContain("fortree", "kdb", "gridfile", "rftl");
  }

  @Test
  void anUnknownKindIsNoKindOfAModule() {
    assertThatThrownBy(() -> FlashSpec.parse("rft"))
        .isNotInstanceOf(AbsentKindException.class)
        .hasMessageStartingWith("unknown flash-aware buffer 'rft' (allowed: none, efind, fast");
  }
}
