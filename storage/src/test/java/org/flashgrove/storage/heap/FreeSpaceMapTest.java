package org.flashgrove.storage.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.heap.page.FreeSpaceMap;
import org.flashgrove.storage.heap.page.HeapPage;
import org.junit.jupiter.api.Test;

class FreeSpaceMapTest {
  private static final int PAGE_SIZE = 512;

  @Test
  void categoriesPromiseNoMoreThanThereIs() {
    for (int pageSize : new int[] {512, 4096, 65_536}) {
      FreeSpaceMap spaces = new FreeSpaceMap(pageSize);
      for (int free = 0; free <= pageSize - 64; free += Math.max(1, pageSize / 2048)) {
        int category = spaces.category(free);
        assertThat(category).isBetween(2, 255);
        spaces.set(1, category, 0);
        assertThat(spaces.withRoom(free + 1)).isEqualTo(-1);
        assertThat(spaces.withRoom(Math.max(0, free - (pageSize + 253) / 254))).isEqualTo(1);
      }
    }
  }

  @Test
  void mapPagesAreNeverGivenOut() {
    FreeSpaceMap spaces = new FreeSpaceMap(PAGE_SIZE);
    for (int i = 0; i < 3 * spaces.groupPages(); i++) {
      long pageId = spaces.unused();
      assertThat(pageId % spaces.groupPages()).isNotZero();
      spaces.set(pageId, FreeSpaceMap.OTHER, 0);
    }
    assertThat(spaces.lastPage()).isEqualTo(3L * spaces.groupPages() + 3);
    spaces.set(700, FreeSpaceMap.UNUSED, 0);
    spaces.set(20, FreeSpaceMap.UNUSED, 0);
    assertThat(spaces.unused()).isEqualTo(20);
  }

  @Test
  void onlyMapPagesAreSkipped() {
    FreeSpaceMap spaces = new FreeSpaceMap(PAGE_SIZE);
    for (long pageId = 0; pageId < 3L * spaces.groupPages(); pageId++) {
      long expected = spaces.isMapPage(pageId) ? pageId + 1 : pageId;
      assertThat(spaces.skipMapPage(pageId)).isEqualTo(expected);
    }
  }

  @Test
  void agreesWithMapAndTakesBackAndIsStored() {
    Random random = Seeds.random();
    FreeSpaceMap spaces = new FreeSpaceMap(PAGE_SIZE);
    Map<Long, Integer> model = new HashMap<>();
    long records = 0;
    for (int round = 0; round < 300; round++) {
      Map<Long, Integer> changed = new HashMap<>(model);
      long changedRecords = records;
      for (int i = random.nextInt(20); i >= 0; i--) {
        long pageId = random.nextInt(4) == 0 ? spaces.unused() : 1 + random.nextInt(1_400);
        int category = random.nextInt(256);
        int added = random.nextInt(3) - 1;
        if (!spaces.isMapPage(pageId)) {
          spaces.set(pageId, category, added);
          changed.put(pageId, category);
          changedRecords += added;
        }
      }
      if (random.nextBoolean()) {
        spaces.keep(new BitSet());
        model = changed;
        records = changedRecords;
      } else {
        spaces.undo();
      }
      verify(spaces, model, records);
      if (random.nextInt(20) == 0) {
        spaces = stored(spaces);
        verify(spaces, model, records);
      }
    }
  }

  private static FreeSpaceMap stored(FreeSpaceMap from) {
    FreeSpaceMap to = new FreeSpaceMap(PAGE_SIZE);
    HeapPage page = new HeapPage(AlignedBuffers.allocate(PAGE_SIZE).order(ByteOrder.LITTLE_ENDIAN));
    for (int group = 0; group < from.groupCount(); group++) {
      from.store(group, page);
      to.load(group, page);
    }
    assertThat(to.nextChanged(0)).isEqualTo(-1);
    return to;
  }

  private static void verify(FreeSpaceMap spaces, Map<Long, Integer> model, long records) {
    assertThat(spaces.records()).isEqualTo(records);
    int highest = 0;
    long lowestUnused = Long.MAX_VALUE;
    for (long pageId = 1_500; pageId > 0; pageId--) {
      if (!spaces.isMapPage(pageId)) {
        int category = model.getOrDefault(pageId, FreeSpaceMap.UNUSED);
        assertThat(spaces.categoryOf(pageId)).isEqualTo(category);
        highest = Math.max(highest, category);
        lowestUnused = category == FreeSpaceMap.UNUSED ? pageId : lowestUnused;
      }
    }
    assertThat(spaces.unused()).isEqualTo(lowestUnused);
    int bytes = (highest - 2) * PAGE_SIZE / 254;
    if (bytes > 0) {
      assertThat(spaces.categoryOf(spaces.withRoom(bytes))).isGreaterThan(FreeSpaceMap.OTHER);
      assertThat(spaces.withRoom(bytes + 3)).isEqualTo(-1);
    }
  }
}
