package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;

class GroveSalvageTest extends BlockSalvageContract {
  @Override
  String spec() {
    return "grove:memory=64K";
  }

  @Override
  boolean areBlocksEnough() {
    return true;
  }

  /** Without the log, blocks that stand above others hide those above before, but not the lower. */
  @Test
  void withoutALogBlocksAboveOthersAreRescuedWithThem() {
    CrashDisk disk = new CrashDisk();
    String small = "grove:memory=24K,block=4K,tile=4,levels=2,domain=0/0/1/1";
    Set<Long> ids = new HashSet<>();
    try (SpatialStore store =
        SpatialStore.create(
            disk,
            StoreOptions.defaults()
                .withIndex(small)
                .withFlash("none")
                .withDevice("buffered")
                .withPageSize(PAGE)
                .withSync(SyncMode.CLOSE))) {
      for (long id = 1; id <= 32_000; id++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        store.insert(id, x, y, x, y);
        ids.add(id);
      }
      store.flush();
    }
    DiskState state = disk.everything();
    assertThat(upperFooters(state.bytes(BLOCKS))).isGreaterThan(2);
    MemoryDirectory to = new MemoryDirectory();
    Salvage.run(new CrashDisk(state.with(LOG, new byte[0])), to, SalvageHints.NONE);
    List<Long> found = new ArrayList<>();
    try (SpatialStore store = SpatialStore.open(to)) {
      store.forEach(
          EntryQuery.intersecting(0, 0, 1, 1).idsOnly(), (id, x1, y1, x2, y2) -> found.add(id));
    }
    assertThat(found).hasSize(ids.size());
    assertThat(new HashSet<>(found)).isEqualTo(ids);
  }

  private static int upperFooters(byte[] blocks) {
    int upper = 0;
    for (int at = ComponentStore.ENVELOPE_BYTES; at < blocks.length; at += PAGE) {
      boolean isFooter = blocks[at] == 'F' && blocks[at + 1] == 'G' && blocks[at + 2] == 'F';
      upper += isFooter && blocks[at + 7] != 0 ? 1 : 0;
    }
    return upper;
  }
}
