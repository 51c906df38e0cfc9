package org.flashgrove.storage.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.page.PageUnits;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.file.FilePageStore;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.page.ForwardingPageStore;
import org.junit.jupiter.api.Test;

/** Pages that are written often are expected to be obsolete sooner than other pages. */
class PageLifetimesTest {
  private static final int PAGES = 40;

  /** A store that notes the expected level of each slot. */
  private static final class Store extends ForwardingPageStore {
    private final PageUnits units;
    private final Map<Long, Integer> levels = new HashMap<>();

    Store(PageStore store, PageUnits units) {
      super(store);
      this.units = units;
    }

    @Override
    public PageUnits units() {
      return units;
    }

    @Override
    public void expect(long first, long count, int level) {
      assertThat(count).isEqualTo(1);
      levels.put(first, level);
    }
  }

  /** Some units that contain nothing. */
  private static final class FewUnits implements PageUnits {
    @Override
    public int count() {
      return 4;
    }

    @Override
    public long unitBytes() {
      return 1 << 16;
    }

    @Override
    public long validBytes(int unit) {
      return 0;
    }

    @Override
    public int unitOf(long page) {
      return NO_UNIT;
    }
  }

  private static Store store(PageUnits units) {
    return new Store(
        FilePageStore.create(new CrashDisk(), "pages", RawFile.Caching.BUFFERED, 512), units);
  }

  /**
   * Writes pages: page 0 in each of 4,000 frames, page 1 in each eighth, and the other pages in
   * turn.
   */
  private static void write(PageLifetimes lifetimes) {
    long[] versions = new long[PAGES];
    for (int page = 0; page < PAGES; page++) {
      lifetimes.expect(page, -1, 1, page);
      versions[page] = 1;
    }
    for (long frame = 2; frame < 4_000; frame++) {
      int usual = (int) (2 + frame % (PAGES - 2));
      for (int page : frame % 8 == 0 ? new int[] {0, 1, usual} : new int[] {0, usual}) {
        lifetimes.expect(page, versions[page], frame, page);
        versions[page] = frame;
      }
    }
  }

  @Test
  void levelsFollowTheTimeBetweenWrites() {
    Store store = store(new FewUnits());
    PageLifetimes lifetimes = new PageLifetimes(store);
    write(lifetimes);
    assertThat(store.levels.get(0L)).isEqualTo(PageLifetimes.SHORT);
    assertThat(store.levels.get(1L)).isEqualTo(PageLifetimes.USUAL);
    for (long page = 2; page < PAGES; page++) {
      assertThat(store.levels.get(page)).as("page %d", page).isEqualTo(PageLifetimes.LONG);
    }
    // a single late write changes the estimate of a hot page only a little
    lifetimes.expect(0, 3_999, 4_019, 0);
    assertThat(store.levels.get(0L)).isEqualTo(PageLifetimes.SHORT);
    // a deleted page that is written again has no history
    lifetimes.expect(0, -1, 5_000, 0);
    assertThat(store.levels.get(0L)).isEqualTo(PageLifetimes.LONG);
  }

  @Test
  void pagesThatAreWrittenEquallyOftenAreUsual() {
    Store store = store(new FewUnits());
    PageLifetimes lifetimes = new PageLifetimes(store);
    for (long frame = 1; frame < 2_000; frame++) {
      lifetimes.expect(frame % PAGES, frame <= PAGES ? -1 : frame - PAGES, frame, frame % PAGES);
    }
    assertThat(store.levels).hasSize(PAGES).containsValue(PageLifetimes.USUAL);
    assertThat(store.levels.values()).containsOnly(PageLifetimes.USUAL);
  }

  @Test
  void onlyDevicesWithUnitsAreTold() {
    for (PageUnits units : List.of(PageUnits.NONE, new FewUnits())) {
      Store store = store(units);
      FreePages.create(store, 1).willStore(0, 3, 5, 1);
      assertThat(store.levels)
          .isEqualTo(units == PageUnits.NONE ? Map.of() : Map.of(5L, PageLifetimes.LONG));
    }
  }
}
