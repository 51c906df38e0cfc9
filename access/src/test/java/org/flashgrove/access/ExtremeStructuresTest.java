package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.structure.EntryStructure;
import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.access.structure.SettingKinds;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests each key of key trees, rectangles by id, records, devices and pools with its least value,
 * its greatest value and each of its words. Also tests the limits of the settings of a store. A
 * store with such a setting must work, or be refused with a message of one line.
 */
class ExtremeStructuresTest {
  private static final String POOL = "none:frames=16,log=64K";
  private static final int ENTRIES = 300;

  @TempDir private Path directory;

  private static Stream<String> specs(String... names) {
    return SettingKinds.all().stream()
        .filter(kind -> List.of(names).contains(kind.name()))
        .flatMap(ExtremeSettingsTest::specs);
  }

  static Stream<String> keyTrees() {
    return specs("bplus");
  }

  static Stream<String> ids() {
    return specs("ids");
  }

  static Stream<String> records() {
    return specs("records");
  }

  static Stream<String> pools() {
    return specs("pool");
  }

  static Stream<String> devices() {
    return specs("buffered", "auto", "direct");
  }

  static Stream<String> simulatedDevices() {
    return specs("nand", "hdd");
  }

  private static StoreOptions options() {
    return StoreOptions.defaults()
        .withIndex("rstar")
        .withFlash(POOL)
        .withDevice("buffered")
        .withPageSize(SettingKinds.PAGE_SIZE)
        .withSync(SyncMode.CLOSE);
  }

  @ParameterizedTest
  @MethodSource("keyTrees")
  void aKeyTreeWorksWithTheEndsOfEachKey(String spec) {
    work(options(), Map.of("keys", spec));
  }

  @ParameterizedTest
  @MethodSource("ids")
  void rectanglesByIdWorkWithTheEndsOfEachKey(String spec) {
    Map<String, String> structures = new LinkedHashMap<>();
    structures.put("tree", "rstar");
    structures.put("tree.ids", spec);
    work(options(), structures);
  }

  @ParameterizedTest
  @MethodSource("records")
  void recordsWorkWithTheEndsOfEachKey(String spec) {
    work(options(), Map.of("records", spec));
  }

  /** Other modules define kinds of pools, and run this test for their kinds. */
  @Tag("kinds")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("pools")
  void aPoolBelowABufferWorksWithTheEndsOfEachKey(String spec) {
    work(options().withFlash("efind:buffer=64K,log=64K+" + spec), Map.of("tree", "rstar"));
  }

  @ParameterizedTest
  @MethodSource("devices")
  void aDeviceOfFilesWorksWithTheEndsOfEachKey(String spec) {
    work(spec);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("simulatedDevices")
  void aSimulatedDeviceWorksWithTheEndsOfEachKey(String spec) {
    work(spec);
  }

  private void work(String device) {
    StoreOptions options;
    try {
      options = options().withDevice(device);
    } catch (SpecException e) {
      assertThat(e.getMessage())
          .doesNotContain("\n")
          .containsPattern("allowed: |; (use|leave|add) ");
      return;
    }
    work(options, Map.of("tree", "rstar"));
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 1 << 16})
  void aStoreWorksWithTheLeastAndTheGreatestPage(int pageSize) {
    Map<String, String> structures = new LinkedHashMap<>();
    structures.put("tree", "rstar");
    structures.put("tree.ids", "ids");
    structures.put("keys", "bplus");
    structures.put("grove", "grove:domain=0/0/90/90");
    work(options().withPageSize(pageSize), structures);
  }

  @ParameterizedTest
  @ValueSource(strings = {"op", "close", "group:1ms", "group:60000ms"})
  void aStoreWorksWithEachWayToSync(String sync) {
    work(options().withSync(SyncMode.parse(sync)), Map.of("tree", "rstar"));
  }

  private void work(StoreOptions options, Map<String, String> structures) {
    StoreDesign like = options.design();
    Path place = directory.resolve("store");
    int size;
    try (Store store = Store.create(place, like.ofStructures(structures))) {
      size = change(store, 0);
      store.flush();
      store.compact();
      size += change(store, ENTRIES); // the store still takes changes
      requireSound(store, size);
    } catch (SpecException e) {
      assertThat(e.getMessage())
          .doesNotContain("\n")
          .containsPattern("allowed: |; (use|leave|add) ");
      return;
    } catch (StoreException e) { // such as of a simulated device that is too small
      assertThat(e.getMessage()).doesNotContain("\n");
      return;
    }
    try (Store store = Store.open(place)) {
      requireSound(store, size);
    }
  }

  private static void requireSound(Store store, int size) {
    assertThat(StoreCheck.of(store.structures()).problems()).isEmpty();
    assertThat(store.size()).isEqualTo(size);
  }

  /** Returns the number of entries by which the store has grown. */
  private static int change(Store store, int from) {
    int size = 0;
    for (Structure structure : store.structures()) {
      if (structure instanceof EntryStructure entries) {
        for (int id = from; id < from + ENTRIES; id++) {
          double x = id * 7 % 90;
          double y = id * 11 % 90;
          entries.entries().insert(id, x, y, x, y);
          if (id % 3 == 2) {
            assertThat(entries.entries().delete(id, x, y, x, y)).isTrue();
          }
        }
        size += ENTRIES - ENTRIES / 3;
      } else if (structure instanceof KeyStructure keys) {
        for (int key = from; key < from + ENTRIES; key++) {
          keys.tree().insert(key, key);
        }
        size += ENTRIES;
      }
    }
    return size;
  }
}
