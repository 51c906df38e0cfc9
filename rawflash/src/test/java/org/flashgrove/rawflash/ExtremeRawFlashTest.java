package org.flashgrove.rawflash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.flashgrove.access.ExtremeSettingsTest;
import org.flashgrove.access.Store;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.structure.PairStructure;
import org.flashgrove.access.structure.SettingKinds;
import org.flashgrove.access.structure.TimeStructure;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.spec.SpecException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every key of structures on raw flash, and of raw flash, with its least and its greatest value and
 * with each of its words: a store of it works, or is refused with one line.
 */
class ExtremeRawFlashTest {
  private static final String DEVICE = "rawnand:block=8,blocks=256,files=50%";
  private static final int ENTRIES = 200;

  @TempDir private Path directory;

  private static Stream<String> specs(String... names) {
    return SettingKinds.all().stream()
        .filter(kind -> List.of(names).contains(kind.name()))
        .flatMap(ExtremeSettingsTest::specs);
  }

  static Stream<String> structures() {
    return specs("mutree", "microhash", "microgf");
  }

  static Stream<String> devices() {
    return specs("rawnand");
  }

  @ParameterizedTest
  @MethodSource("structures")
  void aStructureWorksWithTheEndsOfEachKey(String spec) {
    work(DEVICE, spec);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("devices")
  void rawFlashWorksWithTheEndsOfEachKey(String device) {
    work(device, "mutree");
  }

  private void work(String device, String spec) {
    Path place = directory.resolve("store");
    if (fill(place, device, spec)) {
      try (Store store = Store.open(place)) {
        assertThat(store.size()).isEqualTo(2 * ENTRIES);
        assertThat(store.check().problems()).isEmpty();
      }
    }
  }

  /** Returns whether the store was not refused. */
  private static boolean fill(Path place, String device, String spec) {
    try (Store store = create(place, device, spec)) {
      change(store, 0);
      store.flush();
      change(store, ENTRIES);
      assertThat(store.check().problems()).isEmpty();
      return true;
    } catch (SpecException e) {
      assertThat(e.getMessage())
          .doesNotContain("\n")
          .containsPattern("allowed: |; (use|leave|add) ");
      return false;
    } catch (StoreException e) { // such as of flash that is too small, or wears out
      assertThat(e.getMessage()).doesNotContain("\n");
      return false;
    }
  }

  private static Store create(Path place, String device, String spec) {
    return Store.create(
        place,
        StoreDesign.of(device, 2048, "close", "none:frames=8,log=64K", Map.of("structure", spec)));
  }

  private static void change(Store store, int from) {
    Structure structure = store.structures().iterator().next();
    boolean isByKey = store.design().structures().get(structure.name()).isByKey();
    for (int i = from; i < from + ENTRIES; i++) {
      if (structure instanceof PairStructure pairs) {
        pairs.insert(i, i);
      } else if (isByKey) {
        ((TimeStructure) structure).append(i % 7, i);
      } else {
        ((TimeStructure) structure).append(i, i % 90, i % 45);
      }
    }
  }
}
