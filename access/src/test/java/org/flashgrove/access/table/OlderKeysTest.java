package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.access.GoldenZip;
import org.flashgrove.access.Store;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.maintenance.ClosedStore;
import org.flashgrove.access.maintenance.FormatUpgrade;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a table that an earlier version wrote, whose index stores eight bytes of each text. */
class OlderKeysTest {
  @TempDir Path directory;

  private static List<Long> found(Table table) {
    List<Long> keys = new ArrayList<>();
    for (String condition : List.of("string >= 'a'", "string < 'k'", "string in ('', 'a')")) {
      Filter filter = Filter.parse(condition);
      try (TableCursor records = TableQuery.of(table).where(filter).cursor()) {
        List<Long> some = new ArrayList<>();
        while (records.next()) {
          some.add(records.record().key());
        }
        keys.addAll(some.stream().sorted().toList());
      }
    }
    return keys;
  }

  @Test
  void anOlderIndexAnswersAsBeforeAndIsMadeAnewByAnUpgrade() throws IOException {
    Path older = directory;
    GoldenZip.copy("golden-tables/v5-closed", older);
    List<Long> before;
    try (Table table = Table.open(older)) {
      assertThat(((AttributeIndex) table.index("s")).hasWords()).isTrue();
      assertThat(table.check().problems()).isEmpty();
      assertThat(table.check().notes())
          .containsExactly(
              "index s keeps 8 bytes of each string; run upgrade to keep whole values");
      before = found(table);
      assertThat(before).isNotEmpty();
    }
    FormatUpgrade upgrade = ClosedStore.upgrade(older);
    assertThat(upgrade.rebuilt()).containsExactly("table.s");
    assertThat(upgrade.to()).isEqualTo(6);
    requireUpgraded(older, before);
    assertThat(ClosedStore.upgrade(older).rebuilt()).isEmpty();
  }

  private static void requireUpgraded(Path older, List<Long> before) {
    try (Table table = Table.open(older)) {
      assertThat(((AttributeIndex) table.index("s")).hasWords()).isFalse();
      assertThat(table.check().problems()).isEmpty();
      assertThat(table.check().notes()).isEmpty();
      assertThat(found(table)).isEqualTo(before);
      assertThat(table.indices()).hasSize(3);
    }
  }

  @Test
  void anUpgradeThatWasInterruptedIsRepeated() throws IOException {
    Path older = directory;
    GoldenZip.copy("golden-tables/v5-closed", older);
    List<Long> before;
    try (Table table = Table.open(older)) {
      before = found(table);
      table.addIndex("rebuilding=bplus:attribute=string", taken -> {});
    }
    assertThat(ClosedStore.upgrade(older).rebuilt()).containsExactly("table.s");
    requireUpgraded(older, before);
    try (Store store = Store.open(older)) {
      assertThat(store.design().structures()).hasSize(4);
    }
  }
}
