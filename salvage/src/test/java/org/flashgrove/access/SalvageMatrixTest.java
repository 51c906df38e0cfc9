package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.salvage.SalvageReport;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.file.MemoryDirectory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Salvage of stores of every index kind, buffer, placement and state, undamaged and damaged. */
class SalvageMatrixTest {
  /** Cases of the fast run; together they meet every store of the matrix once. */
  private static final int PARTS = 8;

  private static final int ENTRIES = 160;
  private static final int SPACE = 1000;

  private final Random random = Seeds.random();

  /** How a store was left. */
  enum State {
    /** All changes are in pages. */
    FLUSHED,
    /** Closed; the log may hold changes. */
    CLOSED,
    /** The process was killed after a sync. */
    KILLED
  }

  /** A store as it was left, and all that it was ever given. */
  private record Left(DiskState state, Set<Model.Entry> entries, Set<Model.Entry> everGiven) {}

  private Left fill(StoreMatrix.Cell cell, State how) {
    boolean points = cell.shape() == CrashWorkload.Shape.POINTS;
    CrashDisk disk = new CrashDisk();
    SpatialStore store = SpatialStore.create(disk, cell.options());
    List<Model.Entry> entries = new ArrayList<>();
    Set<Model.Entry> everGiven = new HashSet<>();
    for (int i = 0; i < ENTRIES; i++) {
      Model.Entry entry = draw(i, points);
      store.insert(entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
      entries.add(entry);
      everGiven.add(entry);
      if (i % 3 == 2) {
        Model.Entry gone = entries.remove(random.nextInt(entries.size()));
        assertThat(store.delete(gone.id(), gone.minX(), gone.minY(), gone.maxX(), gone.maxY()))
            .isTrue();
      }
    }
    Left left;
    switch (how) {
      case FLUSHED:
        store.flush();
        store.close();
        return new Left(disk.everything(), new HashSet<>(entries), everGiven);
      case CLOSED:
        store.close();
        return new Left(disk.everything(), new HashSet<>(entries), everGiven);
      default:
        store.sync();
        left = new Left(disk.killed().everything(), new HashSet<>(entries), everGiven);
        store.close();
        return left;
    }
  }

  private Model.Entry draw(long id, boolean points) {
    double x = random.nextInt(SPACE);
    double y = random.nextInt(SPACE);
    return new Model.Entry(
        id, x, y, x + (points ? 0 : random.nextInt(5)), y + (points ? 0 : random.nextInt(5)));
  }

  /** Entries of a store; none twice. */
  private static Set<Model.Entry> salvaged(DiskState state, SalvageReport[] report) {
    MemoryDirectory to = new MemoryDirectory();
    report[0] = Salvage.run(new CrashDisk(state), to, SalvageHints.NONE);
    try (SpatialStore store = SpatialStore.open(to)) {
      assertThat(Internals.tree(store.index()).check().problems()).isEmpty();
      Set<Model.Entry> entries = Model.read(store);
      assertThat(report[0].entries()).isEqualTo(entries.size());
      return entries;
    }
  }

  private void rescue(StoreMatrix.Cell cell, State how, int rounds) {
    Left left = fill(cell, how);
    SalvageReport[] report = new SalvageReport[1];
    if (cell.hasOwnPages()) {
      assertThatThrownBy(() -> salvaged(left.state, report))
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("open the store, or restore a backup");
      return;
    }
    boolean mayBeUnsettled = !cell.logsCommits() && !cell.isFree() && how == State.KILLED;
    if (!mayBeUnsettled) {
      assertThat(salvaged(left.state, report)).as("%s %s", cell, how).isEqualTo(left.entries);
      assertThat(report[0].isComplete()).as("%s %s: %s", cell, how, report[0]).isTrue();
    }
    for (int i = 0; i < rounds; i++) {
      DiskState damaged = left.state.spoilt(random, StoreDesign.PAGES, StoreDesign.LOG);
      try {
        Set<Model.Entry> found = salvaged(damaged, report);
        assertThat(left.everGiven).as("%s %s", cell, how).containsAll(found);
      } catch (DamagedStoreException | UnsupportedFormatException e) {
        assertThat(e).hasMessageContaining(":");
      }
    }
  }

  static IntStream parts() {
    return IntStream.range(0, PARTS);
  }

  /** Each store of the matrix in one state; with the next part it is another state's turn. */
  @Tag("kinds")
  @ParameterizedTest
  @MethodSource("parts")
  void storesOfEveryKindAreRescued(int part) {
    int turn = part;
    for (StoreMatrix.Cell cell : StoreMatrix.share(part, PARTS)) {
      rescue(cell, State.values()[turn++ % State.values().length], 1);
    }
  }

  @Tag("kinds")
  @Tag("long")
  @Test
  void allStoresInAllStates() {
    Map<String, Integer> covered = new HashMap<>();
    for (StoreMatrix.Cell cell : StoreMatrix.all()) {
      for (State how : State.values()) {
        rescue(cell, how, 10);
        covered.merge(cell.index() + " | " + cell.flash(), 1, Integer::sum);
      }
    }
    covered.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            e -> System.out.println("SalvageMatrixTest: " + e.getKey() + " | " + e.getValue()));
  }
}
