package org.flashgrove.rawflash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.flashgrove.access.GoldenZip;
import org.flashgrove.access.Store;
import org.flashgrove.access.kind.StructureKind;
import org.flashgrove.access.structure.PairStructure;
import org.flashgrove.access.structure.SettingKinds;
import org.flashgrove.access.structure.TimeSnapshot;
import org.flashgrove.access.structure.TimeStructure;
import org.flashgrove.core.spec.KindSettings;
import org.flashgrove.core.spec.SpecException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The kinds of this module are found and explained. Stores of them that were written when the kinds
 * were in the module of stores open, change, close and open again.
 */
class RawFlashKindsTest {
  /** Records that were appended to the stores in the resources, or insertions that were tried. */
  private static final int WRITTEN = 200;

  @TempDir private Path directory;

  private Store open(String kind) throws IOException {
    GoldenZip.copy("golden-rawflash/" + kind, directory);
    return Store.open(directory);
  }

  private static TreeMap<Long, Long> contents(PairStructure pairs) {
    TreeMap<Long, Long> found = new TreeMap<>();
    pairs.visit(Long.MIN_VALUE, Long.MAX_VALUE, found::put);
    return found;
  }

  private static long allOf(TimeStructure records) {
    try (TimeSnapshot now = records.snapshot()) {
      assertThat(now.size()).isEqualTo(((MicroStructure) records).size());
      return now.times(Long.MIN_VALUE, Long.MAX_VALUE, record -> true);
    }
  }

  @Test
  void everyKindIsInTheReferenceOfSettingsWithAnExplanation() {
    List<String> provided = new ArrayList<>();
    ServiceLoader.load(StructureKind.class).forEach(kind -> provided.add(kind.name()));
    assertThat(provided).containsExactlyInAnyOrder("mutree", "microhash", "microgf");
    for (String name : provided) {
      KindSettings found =
          SettingKinds.all().stream()
              .filter(kind -> kind.name().equals(name))
              .findFirst()
              .orElseThrow();
      assertThat(found.summary()).as(name).endsWith(".");
      assertThat(found.keys()).as(name).isNotEmpty().noneMatch(key -> key.meaning().isEmpty());
    }
  }

  @Test
  void anOldStoreOfAMuTreeIsReadAndChanged() throws IOException {
    TreeMap<Long, Long> model = new TreeMap<>();
    Random random = new Random(7); // as when the store was written
    for (long i = 0; i < WRITTEN; i++) {
      model.putIfAbsent((long) random.nextInt(100), i);
    }
    try (Store store = open("mutree")) {
      PairStructure pairs = store.pairs("rows");
      assertThat(contents(pairs)).isEqualTo(model);
      assertThat(pairs.insert(1_000, 7)).isTrue();
      assertThat(pairs.insert(44, 7)).isFalse();
      assertThat(pairs.delete(44, model.remove(44L))).isTrue();
      model.put(1_000L, 7L);
    }
    try (Store store = Store.open(directory)) {
      assertThat(contents(store.pairs("rows"))).isEqualTo(model);
      assertThat(store.keys("pairs").size()).isEqualTo(WRITTEN / 10);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"microhash", "microgf"})
  void anOldStoreOfRecordsByTimeIsReadAndChanged(String kind) throws IOException {
    List<Long> times = new ArrayList<>();
    try (Store store = open(kind)) {
      TimeStructure records = store.times("rows");
      assertThat(allOf(records)).isEqualTo(WRITTEN);
      if (kind.equals("microhash")) {
        records.append(7, 8);
      } else {
        records.append(7, 0.25, 0.75);
      }
    }
    try (Store store = Store.open(directory)) {
      TimeStructure records = store.times("rows");
      assertThat(allOf(records)).isEqualTo(WRITTEN + 1);
      try (TimeSnapshot now = records.snapshot()) {
        now.times(
            WRITTEN - 1,
            WRITTEN,
            record -> {
              times.add(record.time());
              return true;
            });
      }
      assertThat(times).containsExactly(WRITTEN - 1L, (long) WRITTEN);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @Test
  void aStructureOfAnotherClassIsRefusedByName() throws IOException {
    try (Store store = open("mutree")) {
      assertThat(store.structure("rows", MuTreeStructure.class).figures().entries()).isEqualTo(87);
      assertThatThrownBy(() -> store.structure("rows", MicroStructure.class))
          .isInstanceOf(SpecException.class)
          .hasMessage("structure 'rows' is mutree (allowed: one of class MicroStructure)");
      assertThatThrownBy(() -> store.times("rows"))
          .isInstanceOf(SpecException.class)
          .hasMessage("structure 'rows' is mutree (allowed: records by time)");
    }
  }
}
