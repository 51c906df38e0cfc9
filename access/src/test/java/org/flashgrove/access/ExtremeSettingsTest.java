package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.flashgrove.access.structure.SettingKinds;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.kind.KindsUnderTest;
import org.flashgrove.core.spec.KindSettings;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests each key of each kind of index and buffer with its least value, its greatest value and each
 * of its words. A store with this setting must work, or be refused with a message of one line. The
 * keys are those that the readers of specs use, so a new key is tested too.
 */
public class ExtremeSettingsTest {
  /** Keys whose greatest value would fill the disk. */
  private static final List<String> OF_DISK_SPACE = List.of("preallocate");

  private static final Pattern NUMBERS =
      Pattern.compile(
          "(?:a whole number|a size|microseconds) from (\\d+)([KMG]?)(?: to (\\d+)([KMG]?))?");

  private static final Pattern PERCENTS = Pattern.compile("([\\d.]+%) to ([\\d.]+%)");
  private static final String DOMAIN = "domain=0/0/90/90";
  private static final int ENTRIES = 400;

  private static List<String> values(KindSettings.Key key) {
    List<String> values = new ArrayList<>(key.setting().words());
    Matcher numbers = NUMBERS.matcher(key.setting().allowed());
    Matcher percents = PERCENTS.matcher(key.setting().allowed());
    if (numbers.matches()) {
      values.add(numbers.group(1) + numbers.group(2));
      if (!OF_DISK_SPACE.contains(key.setting().key())) {
        values.add(greatest(key, numbers));
      }
    } else if (percents.matches()) {
      values.add(percents.group(1));
      values.add(percents.group(2));
    }
    return values;
  }

  /**
   * Returns the greatest allowed value of a number. For a number without a bound it is the greatest
   * value of its type.
   */
  private static String greatest(KindSettings.Key key, Matcher numbers) {
    if (numbers.group(3) != null) {
      return numbers.group(3) + numbers.group(4);
    }
    boolean isSize = key.setting().allowed().startsWith("a size");
    return isSize ? Long.toString(Long.MAX_VALUE) : Integer.toString(Integer.MAX_VALUE);
  }

  /**
   * Returns specs of a kind. Each of them sets one key to its least or greatest value, and the
   * other keys that this key requires.
   */
  public static Stream<String> specs(KindSettings kind) {
    List<String> specs = new ArrayList<>();
    for (KindSettings.Key key : kind.keys()) {
      for (String value : values(key)) {
        List<String> parts = new ArrayList<>();
        if (kind.keys().stream().anyMatch(each -> each.setting().key().equals("domain"))) {
          parts.add(DOMAIN);
        }
        if (!key.only().isEmpty()) {
          parts.add(key.only().get(0));
        }
        parts.removeIf(part -> part.startsWith(key.setting().key() + "="));
        parts.add(key.setting().key() + "=" + value);
        specs.add(kind.name() + ":" + String.join(",", parts));
      }
    }
    return specs.stream();
  }

  private static Stream<String> specs(String part, boolean ofProduct) {
    return SettingKinds.all().stream()
        .filter(kind -> kind.part().equals(part))
        .filter(kind -> KindsUnderTest.include(kind.name()))
        .filter(kind -> isOfProduct(kind.name()) == ofProduct)
        .flatMap(ExtremeSettingsTest::specs);
  }

  private static boolean isOfProduct(String kind) {
    return List.of("grove", "lsm", "rstar", "none").contains(kind);
  }

  static Stream<String> indices() {
    return specs("index", true);
  }

  static Stream<String> otherIndices() {
    return specs("index", false);
  }

  static Stream<String> buffers() {
    return specs("buffer", true);
  }

  static Stream<String> otherBuffers() {
    return specs("buffer", false);
  }

  @ParameterizedTest
  @MethodSource("indices")
  void anIndexOfTheProductWorksWithTheEndsOfEachKey(String spec) {
    work(spec, null);
  }

  @Tag("long")
  @KindTest
  @MethodSource("otherIndices")
  void anyIndexWorksWithTheEndsOfEachKey(String spec) {
    work(spec, null);
  }

  @ParameterizedTest
  @MethodSource("buffers")
  void thePlainBufferWorksWithTheEndsOfEachKey(String spec) {
    work("rstar", spec);
  }

  @Tag("long")
  @KindTest
  @MethodSource("otherBuffers")
  void anyBufferWorksWithTheEndsOfEachKey(String spec) {
    work("rstar", spec);
  }

  private static StoreOptions options(String index, String flash) {
    StoreOptions options =
        StoreOptions.defaults().withMemory(1 << 20).withIndex(index).withDevice("buffered");
    options = options.withPageSize(SettingKinds.PAGE_SIZE).withSync(SyncMode.CLOSE);
    return flash == null ? options : options.withFlash(flash);
  }

  private static void work(String index, String flash) {
    MemoryDirectory directory = new MemoryDirectory();
    Random random = Seeds.random();
    Map<Long, double[]> entries = new HashMap<>();
    try (SpatialStore store = SpatialStore.create(directory, options(index, flash))) {
      for (long id = 0; id < ENTRIES; id++) {
        insert(store, entries, id, random);
        if (id % 3 == 2) {
          delete(store, entries, id - random.nextInt(3));
        }
      }
      compare(store, entries);
      store.flush();
      store.store().compact();
      compare(store, entries);
      insert(store, entries, ENTRIES, random); // the store still takes changes
      assertThat(store.store().check().problems()).isEmpty();
    } catch (SpecException e) {
      assertThat(e.getMessage())
          .doesNotContain("\n")
          .containsPattern("allowed: |; (use|leave|add) ");
      assertThat(entries).isEmpty();
      return;
    }
    try (SpatialStore store = SpatialStore.open(directory)) {
      compare(store, entries);
      assertThat(store.store().check().problems()).isEmpty();
    }
  }

  private static void insert(
      SpatialStore store, Map<Long, double[]> entries, long id, Random random) {
    double[] at = {random.nextInt(90), random.nextInt(90)};
    store.insert(id, at[0], at[1], at[0], at[1]);
    entries.put(id, at);
  }

  private static void delete(SpatialStore store, Map<Long, double[]> entries, long id) {
    double[] at = entries.remove(id);
    if (at != null) {
      assertThat(store.delete(id, at[0], at[1], at[0], at[1])).isTrue();
    }
  }

  private static void compare(SpatialStore store, Map<Long, double[]> entries) {
    for (double[] window : new double[][] {{0, 0, 90, 90}, {10, 20, 50, 60}}) {
      TreeSet<Long> expected = new TreeSet<>();
      entries.forEach(
          (id, at) -> {
            boolean within = at[0] >= window[0] && at[0] <= window[2];
            if (within && at[1] >= window[1] && at[1] <= window[3]) {
              expected.add(id);
            }
          });
      TreeSet<Long> found = new TreeSet<>();
      store.search(
          window[0], window[1], window[2], window[3], (id, x1, y1, x2, y2) -> found.add(id));
      assertThat(found).isEqualTo(expected);
    }
    assertThat(store.size()).isEqualTo(entries.size());
  }
}
