package org.flashgrove.efind.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.node.EntryOrder;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.page.AlignedBuffers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table against a map in order of identity, and merges against their definition. */
class ModifiedEntriesTest {
  private static final EntryOrder BY_LAST_WORD =
      (node, slot, words, at) -> {
        int last = node instanceof NodePage page ? page.layout().words() - 1 : 0;
        int order = Long.compare(node.word(last, slot), words[at + last]);
        // by the header which of equal ones comes first, as a tree's order may
        long sign = node.header(0) == 0 ? 1 : -1;
        return order != 0 ? order : Long.signum(sign * (node.word(0, slot) - words[at]));
      };

  private final Random random = Seeds.random();

  private static NodeLayout layout(String kind) {
    switch (kind) {
      case "leaf":
        return NodeLayout.rectangles(5, 36);
      case "inner":
        return NodeLayout.rectangles(1, 36);
      case "ordered":
        return new NodeLayout(6, 1, 1, 44, BY_LAST_WORD);
      case "points":
        return new NodeLayout(3, 3, 1, 2, 20, null);
      default:
        return new NodeLayout(2, 1, NodeLayout.NO_BOUNDS, 16, null);
    }
  }

  private long[] entry(NodeLayout layout, boolean point) {
    long[] words = new long[layout.words()];
    for (int i = 0; i < words.length; i++) {
      words[i] = i == 0 ? random.nextInt(60) : random.nextInt(6);
    }
    if (point && layout.boundsWords() == 4) {
      words[layout.boundsWord() + 2] = words[layout.boundsWord()];
      words[layout.boundsWord() + 3] = words[layout.boundsWord() + 1];
    }
    return words;
  }

  private static List<Long> identity(NodeLayout layout, long[] entry) {
    List<Long> identity = new ArrayList<>();
    for (int i = 0; i < layout.identityWords(); i++) {
      identity.add(entry[i]);
    }
    return identity;
  }

  private static Comparator<List<Long>> byIdentity() {
    return (a, b) -> {
      int order = 0;
      for (int i = 0; order == 0 && i < a.size(); i++) {
        order = Long.compare(a.get(i), b.get(i));
      }
      return order;
    };
  }

  /** Makes a random change to a table and to a map, in which null marks a removed entry. */
  private void change(ModifiedEntries table, Map<List<Long>, long[]> map, NodeLayout layout) {
    long[] entry = entry(layout, random.nextInt(40) > 0);
    int what = random.nextInt(10);
    if (what < 7) {
      table.put(layout, entry, 0);
      map.put(identity(layout, entry), entry);
    } else if (what < 9) {
      table.markRemoved(layout, entry, 0);
      map.put(identity(layout, entry), null);
    } else {
      table.forget(layout, entry, 0);
      map.remove(identity(layout, entry));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "leaf, true",
    "leaf, false",
    "inner, true",
    "inner, false",
    "ordered, true",
    "points, true",
    "keys, true"
  })
  void holdsWhatAMapHolds(String kind, boolean packs) {
    NodeLayout layout = layout(kind);
    for (int round = 0; round < 30; round++) {
      ModifiedEntries table = new ModifiedEntries(packs);
      TreeMap<List<Long>, long[]> map = new TreeMap<>(byIdentity());
      for (int step = 0; step < 200; step++) {
        change(table, map, layout);
        assertThat(table.count()).isEqualTo(map.size());
      }
      assertSame(table, map, layout);
      table.reset(layout, 3, packs);
      assertThat(table.count()).isZero();
      assertThat(table.removedCount()).isZero();
    }
  }

  private static void assertSame(
      ModifiedEntries table, TreeMap<List<Long>, long[]> map, NodeLayout layout) {
    int row = 0;
    int removed = 0;
    long[] found = new long[layout.words()];
    for (Map.Entry<List<Long>, long[]> expected : map.entrySet()) {
      table.copy(layout, row, found, 0);
      assertThat(identity(layout, found)).isEqualTo(expected.getKey());
      assertThat(table.isRemoved(row)).isEqualTo(expected.getValue() == null);
      if (expected.getValue() != null) {
        assertThat(found).isEqualTo(expected.getValue());
        for (int word = 0; word < found.length; word++) {
          assertThat(table.word(layout, word, row)).isEqualTo(found[word]);
        }
      } else {
        removed++;
      }
      assertThat(table.search(layout, found, 0)).isEqualTo(row++);
    }
    assertThat(table.removedCount()).isEqualTo(removed);
  }

  @ParameterizedTest
  @CsvSource({"leaf, true", "inner, false", "keys, true"})
  void aRowMoreCostsWhatWasPredicted(String kind, boolean packs) {
    NodeLayout layout = layout(kind);
    ModifiedEntries table = new ModifiedEntries(packs);
    for (int step = 0; step < 300; step++) {
      long[] entry = entry(layout, random.nextInt(100) > 0);
      boolean removal = random.nextInt(5) == 0;
      boolean point = packs && !removal && ModifiedEntries.isPoint(layout, entry, 0);
      long most = table.bytes(layout) + table.growthBytes(layout, point, removal);
      if (removal) {
        table.markRemoved(layout, entry, 0);
      } else {
        table.put(layout, entry, 0);
      }
      assertThat(table.bytes(layout)).isLessThanOrEqualTo(most);
    }
  }

  @Test
  void pointsTakeTwoWordsLessUntilARectangleComes() {
    NodeLayout layout = layout("leaf");
    ModifiedEntries table = new ModifiedEntries(true);
    table.put(layout, new long[] {1, 5, 6, 5, 6}, 0);
    table.put(layout, new long[] {2, 7, 8, 7, 8}, 0);
    assertThat(table.bytes(layout)).isEqualTo(2 * 3 * 8);
    table.put(layout, new long[] {3, 7, 8, 9, 9}, 0);
    assertThat(table.bytes(layout)).isEqualTo(3 * 5 * 8);
    long[] entry = new long[5];
    table.copy(layout, 0, entry, 0);
    assertThat(entry).containsExactly(1, 5, 6, 5, 6);
  }

  private static NodePage page(NodeLayout layout, long header) {
    NodePage page = new NodePage(AlignedBuffers.allocate(8192).order(ByteOrder.LITTLE_ENDIAN));
    page.format(layout, 1, 0);
    page.header(new long[] {header, 0, 0}, 0);
    return page;
  }

  private static List<List<Long>> entries(NodePage page) {
    List<List<Long>> all = new ArrayList<>();
    long[] entry = new long[page.layout().words()];
    for (int slot = 0; slot < page.count(); slot++) {
      page.copyEntry(slot, entry, 0);
      all.add(Arrays.stream(entry).boxed().toList());
    }
    return all;
  }

  /** Takes the stored entries that were not modified, then puts the live ones in place. */
  private static List<List<Long>> defined(
      NodePage stored, Map<List<Long>, long[]> map, NodePage into) {
    NodeLayout layout = stored.layout();
    long[] entry = new long[layout.words()];
    for (int slot = 0; slot < stored.count(); slot++) {
      stored.copyEntry(slot, entry, 0);
      if (!map.containsKey(identity(layout, entry))) {
        into.insert(entry, 0);
      }
    }
    map.values().stream().filter(live -> live != null).forEach(live -> into.insert(live, 0));
    return entries(into);
  }

  /** Where nodes hold equal entries a merge is the changes one by one. */
  @ParameterizedTest
  @ValueSource(strings = {"leaf", "points"})
  void aMergeKeepsEqualEntries(String kind) {
    NodeLayout layout = layout(kind);
    assertThat(layout.repeats()).isTrue();
    NodeMerge merge = new NodeMerge();
    long equal = 0;
    for (int round = 0; round < 200; round++) {
      NodePage stored = page(layout, 0);
      for (int i = random.nextInt(30); i > 0; i--) {
        stored.add(entryBesideEqualOnes(stored, layout), 0);
      }
      NodePage expected = page(layout, 0);
      expected.copyFrom(stored);
      ModifiedEntries table = new ModifiedEntries(random.nextBoolean());
      for (int step = random.nextInt(40); step > 0; step--) {
        if (expected.count() > 0 && random.nextInt(5) < 2) {
          long[] gone = new long[layout.words()];
          expected.copyEntry(random.nextInt(expected.count()), gone, 0);
          table.takeAway(layout, gone, 0);
          expected.remove(gone, 0);
        } else {
          long[] added = entryBesideEqualOnes(expected, layout);
          table.add(layout, added, 0);
          expected.add(added, 0);
        }
      }
      NodePage image = page(layout, 0);
      merge.merge(stored, table, image);
      assertThat(entries(image)).containsExactlyInAnyOrderElementsOf(entries(expected));
      NodePage again = page(layout, 0);
      merge.merge(image, new ModifiedEntries(true), again);
      assertThat(entries(again)).isEqualTo(entries(image));
      equal += image.count() - entries(image).stream().distinct().count();
    }
    assertThat(equal).isGreaterThan(200);
  }

  private long[] entryBesideEqualOnes(NodePage page, NodeLayout layout) {
    long[] entry = entry(layout, true);
    if (page.count() > 0 && random.nextBoolean()) {
      page.copyEntry(random.nextInt(page.count()), entry, 0);
    }
    return entry;
  }

  @ParameterizedTest
  @CsvSource({"inner, 0", "keys, 0", "ordered, 0", "ordered, 1", "ordered, 2"})
  void aMergeIsWhatItsDefinitionSays(String kind, int headers) {
    NodeLayout layout = layout(kind);
    NodeMerge merge = new NodeMerge();
    for (int round = 0; round < 60; round++) {
      NodePage stored = page(layout, headers & 1);
      for (int i = random.nextInt(40); i > 0; i--) {
        stored.put(entry(layout, true), 0);
      }
      ModifiedEntries table = new ModifiedEntries(true);
      TreeMap<List<Long>, long[]> map = new TreeMap<>(byIdentity());
      for (int step = random.nextInt(40); step > 0; step--) {
        change(table, map, layout);
      }
      long header = headers >> 1;
      NodePage image = page(layout, header);
      merge.merge(stored, table, image);
      List<List<Long>> expected = defined(stored, map, page(layout, header));
      if (layout.order() == null) {
        assertThat(entries(image)).containsExactlyInAnyOrderElementsOf(expected);
      } else {
        assertThat(entries(image)).isEqualTo(expected);
      }
      NodePage fresh = page(layout, header);
      merge.merge(null, table, fresh);
      NodePage nothing = page(layout, header);
      assertThat(entries(fresh))
          .containsExactlyInAnyOrderElementsOf(defined(nothing, map, page(layout, header)));
    }
  }
}
