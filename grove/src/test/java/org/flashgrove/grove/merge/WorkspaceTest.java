package org.flashgrove.grove.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.grove.GroveConfigs;
import org.flashgrove.grove.GroveHarness;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.index.Bag.Entry;
import org.flashgrove.grove.index.EntryKind;
import org.junit.jupiter.api.Test;

/** The room for entries of a merge, and what becomes of it when the merge is over. */
class WorkspaceTest {
  private static final GroveConfig DEFAULTS =
      GroveConfigs.withTiles(GroveConfigs.of(64 << 10), 4, 4);
  private static final GroveConfig OF_WORKER = GroveConfigs.withWorker(DEFAULTS, 1L << 40);
  private static final int PAGE = 512;
  private static final int BLOCK_PAGES = 8;

  private static GroveHarness harness(GroveConfig config) {
    return new GroveHarness(EntryKind.POINTS, config, PAGE, BLOCK_PAGES, Seeds.random());
  }

  private static Workspace workspace(GroveConfig config) {
    return new Workspace(config, harness(config).store());
  }

  @Test
  void theNextMergeOfAWorkerHasTheSameRoom() {
    Workspace workspace = workspace(OF_WORKER);
    EntryColumns part = workspace.takePart(false);
    part.setDeletion(part.add(0, 1, 0.5, 0.5, 0.5, 0.5), true);
    workspace.givePartBack(part);
    assertThat(workspace.keptPartBytes()).isEqualTo(part.bytes());
    assertThat(workspace.takePart(false)).isSameAs(part);
    assertThat(part.size()).isZero();
    assertThat(workspace.keptPartBytes()).isZero();
    assertThat(workspace.takePart(false)).isNotSameAs(part);
  }

  @Test
  void roomOfAnotherSizeOrKindIsNotKept() {
    Workspace workspace = workspace(OF_WORKER);
    workspace.givePartBack(new EntryColumns(workspace.capacity() + 1, false));
    assertThat(workspace.takePart(false).capacity()).isEqualTo(workspace.capacity());
    EntryColumns rectangles = workspace.takePart(false);
    rectangles.add(0, 1, 0.5, 0.5, 0.6, 0.6);
    workspace.givePartBack(rectangles);
    assertThat(workspace.keptPartBytes()).isZero();
  }

  @Test
  void aMergeHasRoomForTheEntriesOfFewBlocks() {
    Workspace workspace = workspace(GroveConfigs.of(1L << 30));
    assertThat(workspace.capacity()).isLessThanOrEqualTo(PAGE * BLOCK_PAGES);
  }

  @Test
  void changesThatMergeKeepNoRoom() {
    Workspace workspace = workspace(DEFAULTS);
    workspace.givePartBack(workspace.takePart(false));
    assertThat(workspace.keptPartBytes()).isZero();
  }

  /** Between two merges the memory of the grove is charged with the room; a flush gives it up. */
  @Test
  void roomThatIsKeptIsCounted() {
    GroveHarness harness = harness(OF_WORKER);
    Random random = Seeds.random();
    MergeRunner runner = harness.grove().content().runner();
    long id = 0;
    while (runner.merges() == 0 || runner.isRunning()) {
      harness.insert(Entry.of(id++, EntryKind.POINTS.box(random)));
      harness.grove().content().still(() -> null);
      if (runner.merges() > 0 && runner.isRunning()) {
        harness.store().maintain(runner::finish);
      }
    }
    assertThat(runner.bytes()).isPositive();
    harness.grove().flush();
    assertThat(runner.bytes()).isZero();
    harness.assertSound();
  }
}
