package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.design.StoreMemory;
import org.flashgrove.access.ids.Repeat;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the order of the calls that choose options does not matter. */
class OptionsOrderTest {
  private static final long MIB = 1L << 20;

  private static <T> List<List<T>> permutations(List<T> of) {
    if (of.isEmpty()) {
      return List.of(List.of());
    }
    List<List<T>> all = new ArrayList<>();
    for (int first = 0; first < of.size(); first++) {
      List<T> rest = new ArrayList<>(of);
      T head = rest.remove(first);
      for (List<T> tail : permutations(rest)) {
        List<T> one = new ArrayList<>(List.of(head));
        one.addAll(tail);
        all.add(one);
      }
    }
    return all;
  }

  private static <T> T applied(T options, List<UnaryOperator<T>> calls) {
    T all = options;
    for (UnaryOperator<T> call : calls) {
      all = call.apply(all);
    }
    return all;
  }

  @Test
  void aStoreOfAGroveIsTheSameInEachOrderOfCalls() {
    List<UnaryOperator<StoreOptions>> calls =
        List.of(
            options -> options.withIndex("grove:domain=0/0/1/1"),
            options -> options.withMemory(3 * MIB),
            options -> options.withMetric("geodesic"),
            options -> options.withIds(Repeat.REFUSE),
            options -> options.withPageSize(8192),
            options -> options.withSync(SyncMode.OP));
    for (List<UnaryOperator<StoreOptions>> order : permutations(calls)) {
      StoreOptions options = applied(StoreOptions.defaults(), order);
      assertThat(options.index())
          .isEqualTo("grove:domain=0/0/1/1,memory=" + 3 * MIB / 2 + ",metric=geodesic");
      assertThat(options.flash()).startsWith("none:buffer=" + 3 * MIB / 2 + ",");
      assertThat(options.pageSize()).isEqualTo(8192);
      assertThat(options.design().specs()).containsEntry("index.ids", "ids:repeat=refuse");
      assertThat(options.sync()).isEqualTo(SyncMode.OP);
    }
  }

  /**
   * Half of these calls contradict the default index: a grove allows neither a flash-aware buffer
   * nor in-place writes.
   */
  @Test
  void aStoreOfATreeIsTheSameInEachOrderOfCalls() {
    List<UnaryOperator<StoreOptions>> calls =
        List.of(
            options -> options.withFlash("efind:log=0"),
            options -> options.withIndex("rtree:leafcapacity=200"),
            options -> options.withPageSize(16_384),
            options -> options.withDevice("buffered:placement=home"),
            options -> options.withSync(SyncMode.CLOSE),
            options -> options.withMemory(MIB));
    for (List<UnaryOperator<StoreOptions>> order : permutations(calls)) {
      StoreOptions options = applied(StoreOptions.defaults(), order);
      assertThat(options)
          .hasToString(
              "StoreOptions[index=rtree:leafcapacity=200, flash=efind:log=0,buffer="
                  + MIB
                  + ", device=buffered:placement=home, pageSize=16384, sync=close]");
    }
  }

  @Test
  void aTableIsTheSameInEachOrderOfCalls() {
    List<UnaryOperator<TableOptions>> calls =
        List.of(
            options -> options.withGeometryIndex("geom"),
            options -> options.withIndex("place", "rstar"),
            options -> options.withAttributeIndex("owner", "owner").withKeyIndex("key"),
            options -> options.withAttributes("owner:string/height:double?"),
            options -> options.withMemory(2 * MIB),
            options -> options.withMetric("geodesic"),
            options -> options.withPageSize(65_536));
    TableOptions first = applied(TableOptions.defaults(), calls);
    assertThat(first.indices())
        .containsExactly(
            Map.entry("geom", "grove:merges=worker,memory=" + 2 * MIB / 5 + ",metric=geodesic"),
            Map.entry("key", "bplus:unique=on"),
            Map.entry("owner", "bplus:attribute=owner"),
            Map.entry("place", "rstar:metric=geodesic"));
    assertThat(first.flash()).startsWith("none:buffer=" + 2 * MIB / 5 + ",");
    assertThat(first.cacheBytes()).isEqualTo(8 * 65_536); // eight pages
    for (List<UnaryOperator<TableOptions>> order : permutations(calls)) {
      TableOptions options = applied(TableOptions.defaults(), order);
      assertThat(options).isEqualTo(first);
      assertThat(options.design().specs()).isEqualTo(first.design().specs());
    }
  }

  @Test
  void theCacheOfATableIsItsOwnWhereverItIsChosen() {
    TableOptions options = TableOptions.defaults();
    assertThat(options.cacheBytes())
        .as("as much as an index")
        .isEqualTo(StoreMemory.usualOfTable());
    assertThat(options.withFlash("none:buffer=32M").cacheBytes()).isEqualTo(32 * MIB);
    assertThat(options.withCache(MIB).withMemory(2 * MIB).cacheBytes()).isEqualTo(MIB);
    assertThat(options.withMemory(2 * MIB).withCache(MIB).cacheBytes()).isEqualTo(MIB);
    assertThat(options.withPageSize(65_536).withMemory(20_000).cacheBytes())
        .as("at least eight pages")
        .isEqualTo(8 * 65_536);
  }

  static Stream<Arguments> contradictions() {
    return Stream.of(
        pair("withMemory(1M)", "withIndex(grove of 2M)", "1048576", "grove:memory=2M"),
        pair("withMemory(1M)", "withFlash(none of 2M)", "1048576", "none:buffer=2M"),
        pair("withMemory(1M)", "withFlash(none of 12 frames)", "1048576", "none:frames=12"),
        pair("withMetric(planar)", "withIndex(geodesic)", "'planar'", "rstar:metric=geodesic"),
        pair("withIndex(grove)", "withFlash(efind)", "'grove'", "flash spec 'efind'"),
        pair("withIds()", "withDevice(home)", "2 structures", "buffered:placement=home"),
        pair("withSync(OP)", "withFlash(tree without a log)", "sync=op", "efind:log=0"),
        pair("withIndex(many)", "withPageSize(512)", "leafcapacity=200", "512"));
  }

  private static Arguments pair(String one, String other, String... named) {
    return Arguments.of(one, other, named);
  }

  private static UnaryOperator<StoreOptions> call(String name) {
    return switch (name) {
      case "withMemory(1M)" -> options -> options.withMemory(MIB);
      case "withIndex(grove of 2M)" -> options -> options.withIndex("grove:memory=2M");
      case "withFlash(none of 2M)" -> options -> options.withFlash("none:buffer=2M");
      case "withFlash(none of 12 frames)" -> options -> options.withFlash("none:frames=12");
      case "withMetric(planar)" -> options -> options.withMetric("planar");
      case "withIndex(geodesic)" -> options -> options.withIndex("rstar:metric=geodesic");
      case "withIndex(grove)" -> options -> options.withIndex("grove");
      case "withFlash(efind)" -> options -> options.withFlash("efind");
      case "withIds()" -> StoreOptions::withIds;
      case "withDevice(home)" -> options -> options.withDevice("buffered:placement=home");
      case "withSync(OP)" -> options -> options.withSync(SyncMode.OP);
      case "withFlash(tree without a log)" ->
          options -> options.withFlash("efind:log=0").withIndex("rstar");
      case "withIndex(many)" -> options -> options.withIndex("rtree:leafcapacity=200");
      default -> options -> options.withPageSize(512);
    };
  }

  @ParameterizedTest
  @MethodSource("contradictions")
  void aContradictoryPairIsRefusedInOneLineThatNamesBoth(String one, String other, String[] named) {
    List<String> messages = new ArrayList<>();
    for (List<String> order : permutations(List.of(one, other))) {
      StoreOptions options =
          applied(StoreOptions.defaults(), order.stream().map(OptionsOrderTest::call).toList());
      assertThat(options.toString()).startsWith("StoreOptions");
      assertThatThrownBy(options::design)
          .isInstanceOf(SpecException.class)
          .hasMessageContainingAll(named)
          .hasMessageNotContaining("\n")
          .satisfies(e -> messages.add(e.getMessage()));
    }
    assertThat(messages.get(0)).isEqualTo(messages.get(1));
  }

  /** Two options that set the same value do not contradict each other. */
  @Test
  void theSameMemoryMayBeSaidTwice() {
    StoreOptions options = StoreOptions.defaults().withMemory(2 * MIB);
    assertThat(options.withIndex("grove:memory=2M").index()).isEqualTo("grove:memory=" + 2 * MIB);
    assertThat(options.withIndex(options.index())).isEqualTo(options);
  }

  @Test
  void aTableNamesBothChoicesThatContradictEachOther() {
    TableOptions options = TableOptions.defaults();
    assertRefused(options.withMemory(MIB).withIndex("geom", "grove:memory=2M"), "1048576", "=2M");
    assertRefused(options.withFlash("none:buffer=2M").withMemory(MIB), "1048576", "buffer=2M");
    assertRefused(options.withCache(8192).withPageSize(4096), "cache of 8192", "pages of 4096");
    assertRefused(
        options.withIndex("geom", "rtree:leafcapacity=200").withPageSize(512),
        "leafcapacity=200",
        "pages of 512");
    assertRefused(options.withMetric("geodesic"), "metric 'geodesic'", "without a spatial index");
    assertRefused(
        options.withMetric("planar").withIndex("geom", "rstar:metric=geodesic"),
        "'planar'",
        "rstar:metric=geodesic");
    assertRefused(
        options.withAttributeIndex("owner", "owner").withAttributes(Schema.parse("height:double")),
        "table.owner",
        "'owner'");
    assertThatThrownBy(() -> options.withIndex("geom", "rstar").withGeometryIndex("geom"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("'geom' already exists");
  }

  private static void assertRefused(TableOptions options, String... named) {
    assertThatThrownBy(options::design)
        .isInstanceOf(SpecException.class)
        .hasMessageContainingAll(named)
        .hasMessageNotContaining("\n");
    assertThat(options.toString()).startsWith("TableOptions");
  }

  @Test
  void whatNoStoreCanHaveIsRefusedAtOnce() {
    StoreOptions options = StoreOptions.defaults();
    assertThatThrownBy(() -> options.withIndex("cube")).hasMessageContaining("rstar");
    assertThatThrownBy(() -> options.withIndex("rtree:color=red")).hasMessageContaining("color");
    assertThatThrownBy(() -> options.withIndex("bplus")).hasMessageContaining("rstar");
    assertThatThrownBy(() -> options.withFlash("soup")).hasMessageContaining("efind");
    assertThatThrownBy(() -> options.withDevice("tape")).hasMessageContaining("direct");
    assertThatThrownBy(() -> options.withPageSize(1000)).hasMessageContaining("page size 1000");
    String sizes = " bytes (allowed: 16 KiB to 256 GiB)";
    assertThatThrownBy(() -> options.withMemory(5)).hasMessage("memory of 5" + sizes);
    assertThatThrownBy(() -> TableOptions.defaults().withMemory(1L << 40))
        .hasMessage("memory of " + (1L << 40) + sizes);
    assertThatThrownBy(() -> options.withMetric("round")).hasMessageContaining("planar, geodesic");
  }
}
