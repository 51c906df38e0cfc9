package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.flashgrove.access.design.DescriptionFile;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.settings.FlashKinds;
import org.flashgrove.access.structure.SettingKinds;
import org.flashgrove.access.structure.StructureKinds;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.spec.AbsentKindException;
import org.flashgrove.core.spec.KindSettings;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.storage.file.disk.DiskDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kinds of modules that are not on the class path, as that of these tests, are named with them. */
class AbsentKindsTest {
  private static final String WHERE = where("flashgrove-literature");
  private static final String RAW_FLASH = where("flashgrove-rawflash");
  private static final String WHERE_LSM = where("flashgrove-lsm");

  @TempDir private Path directory;

  private static String where(String artifact) {
    return " is in org.flashgrove:"
        + artifact
        + ", which is not on the class path; add the dependency";
  }

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
  @ValueSource(strings = {"lsm", "lsm:memory=64K,policy=leveled"})
  void aStructureIsRefusedWithItsArtifact(String spec) {
    String message = "structure 'lsm'" + WHERE_LSM;
    assertThatThrownBy(() -> StructureKinds.parse(spec, 4096))
        .isInstanceOf(AbsentKindException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> StoreOptions.defaults().withIndex(spec))
        .isInstanceOf(AbsentKindException.class)
        .hasMessage(message);
  }

  @Test
  void anExistingStoreOfAnAbsentStructureIsRefusedWithItsArtifact() throws IOException {
    isRefusedAfterChange("index", "lsm:memory=64K", "structure 'lsm'" + WHERE_LSM);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none:policy=cflru", "none:frames=20,policy=fbarc"})
  void anExistingStoreOfAnAbsentReplacementPolicyIsRefusedWithItsArtifact(String flash)
      throws IOException {
    String policy = flash.replaceFirst(".*policy=", "");
    isRefusedAfterChange("flash", flash, "replacement policy '" + policy + "'" + WHERE);
  }

  /**
   * Writes a line into the description of a store as if a module of a past process had known it.
   */
  private void isRefusedAfterChange(String key, String value, String message) throws IOException {
    StoreOptions options = StoreOptions.defaults().withDevice("buffered").withIndex("rstar");
    SpatialStore.create(directory, options).close();
    Map<String, String> lines = new LinkedHashMap<>(DescriptionFile.read(directory));
    lines.remove("crc32c");
    lines.put(key, value);
    DescriptionFile.write(new DiskDirectory(directory), lines);

    assertThatThrownBy(() -> SpatialStore.open(directory))
        .isInstanceOf(StoreIoException.class)
        .hasMessageStartingWith(directory.toString())
        .hasMessageEndingWith(message)
        .message()
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rftl", "lcr", "arftl", "fkdb", "gffm:buffer=8K", "for"})
  void aBufferIsRefusedWithItsArtifact(String spec) {
    assertThatThrownBy(() -> FlashKinds.parse(spec))
        .isInstanceOf(AbsentKindException.class)
        .hasMessage("flash-aware buffer '" + spec.replaceFirst(":.*", "") + "'" + WHERE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none:policy=forplus", "none:policy=CFLRU,window=10%"})
  void aReplacementPolicyIsRefusedWithItsArtifact(String spec) {
    String policy = spec.replaceAll(".*policy=|,.*", "").toLowerCase(Locale.ROOT);
    assertThatThrownBy(() -> FlashKinds.parse(spec))
        .isInstanceOf(AbsentKindException.class)
        .hasMessage("replacement policy '" + policy + "'" + WHERE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mutree", "microhash:buckets=8", "microgf:domain=0/0/1/1"})
  void aStructureOnRawFlashIsRefusedWithItsArtifact(String spec) {
    String message = "structure '" + spec.replaceFirst(":.*", "") + "'" + RAW_FLASH;
    assertThatThrownBy(() -> StructureKinds.parse(spec, 4096))
        .isInstanceOf(AbsentKindException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> StoreOptions.defaults().withDevice("rawnand").withIndex(spec))
        .isInstanceOf(AbsentKindException.class)
        .hasMessage(message);
    StoreDesign design = StoreOptions.defaults().withDevice("rawnand").design();
    assertThatThrownBy(() -> design.with("more", spec))
        .isInstanceOf(AbsentKindException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource({"golden-v2/for", "golden-v2/rftl", "golden-v2/lcr", "golden-v2/gffm"})
  void anExistingStoreIsRefusedWithTheArtifactAndNotChanged(String resource) throws IOException {
    isRefusedAndNotChanged(resource, WHERE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mutree", "microhash", "microgf"})
  void anExistingStoreOnRawFlashIsRefusedWithTheArtifactAndNotChanged(String kind)
      throws IOException {
    isRefusedAndNotChanged("golden-rawflash/" + kind, RAW_FLASH);
  }

  private void isRefusedAndNotChanged(String resource, String message) throws IOException {
    GoldenZip.copy(resource, directory);
    Path rescued = directory.resolve("rescued");

    for (ThrowingCallable use :
        List.<ThrowingCallable>of(
            () -> Store.open(directory),
            () -> SpatialStore.open(directory),
            () -> SpatialStore.openReadOnly(directory),
            () -> Salvage.run(directory, rescued, SalvageHints.NONE))) {
      assertThatThrownBy(use)
          .isInstanceOf(StoreIoException.class)
          .hasMessageStartingWith(directory.toString())
          .hasMessageEndingWith(message)
          .message()
          .doesNotContain("\n");
    }
    GoldenZip.requireUnchanged(resource, directory);
    assertThat(rescued).doesNotExist();
  }

  @Test
  void whoListsKindsLeavesThemOut() {
    assertThat(SettingKinds.areThere("rstar", "efind")).isTrue();
    assertThat(SettingKinds.areThere("fortree", "efind")).isFalse();
    assertThat(SettingKinds.areThere("lsm", "efind")).isFalse();
    assertThat(SettingKinds.areThere("rstar", "for")).isFalse();
    assertThat(SettingKinds.all())
        .extracting(KindSettings::name)
        .contains("grove", "bplus", "efind")
        .doesNotContain(
            "fortree", "kdb", "gridfile", "lsm", "rftl", "mutree", "microhash", "microgf");
  }

  @Test
  void anUnknownKindIsNoKindOfAModule() {
    assertThatThrownBy(() -> FlashKinds.parse("rft"))
        .isNotInstanceOf(AbsentKindException.class)
        .hasMessageStartingWith("unknown flash-aware buffer 'rft' (allowed: none, efind, fast");
  }
}
