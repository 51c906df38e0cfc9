package org.flashgrove.rawflash.mutree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.index.StoppingPairs;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.rawflash.mutree.layout.HeightFormula;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.device.NandRawFlash;
import org.flashgrove.simulator.device.NandSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MuTreeTest {
  private static final long NONE = Long.MIN_VALUE;

  private static NandRawFlash flash(String more) {
    return NandSpec.parse("nand:page=2K,oob=64,block=64,ftl=none," + more).openRaw();
  }

  private static MuTree ascending(RawFlash flash, String spec, int keys) {
    MuTree tree = MuTree.open(flash, MuTreeOptions.parse(spec));
    for (int key = 1; key <= keys; key++) {
      assertThat(tree.insert(key, -key)).isTrue();
    }
    return tree;
  }

  private static List<Long> keys(MuTree tree, long from, long to) {
    List<Long> keys = new ArrayList<>();
    tree.range(from, to, (key, value) -> keys.add(key));
    return keys;
  }

  /** The tree that figure 11 is measured with: 156 leaves under 7 nodes of level 2. */
  @Test
  void ascendingKeysMakeTheTreeOfTheEvaluation() {
    MuTree tree = ascending(flash("blocks=256"), "mutree:k=0.5,height=3", 10_000);
    assertThat(tree.figures().height()).isEqualTo(3);
    assertThat(tree.figures().livePages()).isEqualTo(156);
    assertThat(tree.root().count).isEqualTo(7);
    assertThat(tree.check()).isEmpty();
    assertThat(tree.find(10_000, NONE)).isEqualTo(-10_000);
    assertThat(tree.find(10_001, NONE)).isEqualTo(NONE);
  }

  @Test
  void aChangeIsOneProgramAndASplitOneMore() {
    MuTree tree = MuTree.open(flash("blocks=256"), MuTreeOptions.parse("mutree:k=0.5"));
    Random random = Seeds.random();
    for (int i = 0; i < 8_000; i++) {
      MuTreeStats before = tree.figures();
      long key = random.nextInt(6_000);
      boolean changed =
          switch (random.nextInt(4)) {
            case 0 -> tree.update(key, i);
            case 1 -> tree.delete(key);
            default -> tree.insert(key, i);
          };
      MuTreeStats after = tree.figures();
      long programs = after.pagePrograms() - before.pagePrograms();
      if (!changed) {
        assertThat(programs).isZero();
      } else if (after.height() == before.height()) {
        assertThat(programs).isEqualTo(after.splits() > before.splits() ? 2 : 1);
      }
    }
    assertThat(tree.figures().movedPages()).isZero();
    assertThat(tree.figures().splits()).isPositive();
    assertThat(tree.check()).isEmpty();
  }

  @Test
  void pagesOfALowerTreeStayAsItGrows() {
    NandRawFlash flash =
        NandSpec.parse("nand:page=512,oob=64,block=64,blocks=128,ftl=none").openRaw();
    MuTree tree = MuTree.open(flash, MuTreeOptions.parse("mutree:k=0.4,key=8,value=8"));
    int height = 1;
    for (int key = 0; tree.figures().height() < 4; key++) {
      long programs = tree.figures().pagePrograms();
      assertThat(tree.insert(key, key)).isTrue();
      if (tree.figures().height() > height) {
        height++;
        assertThat(tree.figures().height()).isEqualTo(height);
        assertThat(tree.figures().pagePrograms() - programs).isBetween(2L, 4L);
        assertThat(tree.check()).isEmpty();
      }
    }
    int entries = (int) tree.size();
    assertThat(keys(tree, 0, entries)).hasSize(entries);
    MuTree again = MuTree.open(flash, MuTreeOptions.parse("mutree:k=0.4,key=8,value=8"));
    assertThat(again.check()).isEmpty();
    assertThat(again.size()).isEqualTo(entries);
    assertThat(again.figures().livePages()).isEqualTo(tree.figures().livePages());
    for (int key = 0; key < entries; key++) {
      assertThat(again.delete(key)).isTrue();
    }
    assertThat(again.figures().height()).isEqualTo(1);
    assertThat(again.size()).isZero();
    assertThat(again.find(0, NONE)).isEqualTo(NONE);
    assertThat(again.check()).isEmpty();
    assertThat(again.insert(7, 8)).isTrue();
    assertThat(keys(again, NONE, Long.MAX_VALUE)).containsExactly(7L);
  }

  @Test
  void rangesEndWhereTheyShould() {
    MuTree tree = MuTree.open(flash("blocks=64"), MuTreeOptions.parse("mutree:key=8,height=3"));
    for (int i = 0; i < 1_000; i++) {
      tree.insert(10L * i, i);
    }
    tree.insert(Long.MAX_VALUE, 1);
    tree.insert(Long.MIN_VALUE, 2);
    assertThat(keys(tree, 95, 120)).containsExactly(100L, 110L, 120L);
    assertThat(keys(tree, 5, 5)).isEmpty();
    assertThat(keys(tree, 9, 1)).isEmpty();
    assertThat(keys(tree, Long.MIN_VALUE, Long.MAX_VALUE)).hasSize(1_002).isSorted();
    assertThat(keys(tree, 9_990, Long.MAX_VALUE)).containsExactly(9_990L, Long.MAX_VALUE);
    List<Long> some = new ArrayList<>();
    assertThat(
            tree.range(
                0,
                5_000,
                new StoppingPairs(
                    (key, value) -> {
                      some.add(key);
                      return VisitResult.continueIf(some.size() < 3);
                    })))
        .isFalse();
    assertThat(some).containsExactly(0L, 10L, 20L);
  }

  @Test
  void aWriteBufferJoinsChanges() {
    NandRawFlash flash = flash("blocks=64");
    MuTreeOptions options = MuTreeOptions.parse("mutree:k=0.5,height=3,write=4");
    MuTree tree = MuTree.open(flash, options);
    for (int key = 0; key < 5_000; key++) {
      tree.insert(key, key);
    }
    tree.flush();
    assertThat(tree.figures().pagePrograms()).isLessThan(5_000 / 40);
    long programs = tree.figures().pagePrograms();
    for (int i = 0; i < 1_000; i++) {
      assertThat(tree.update(40 + i % 10, i)).isTrue();
      assertThat(tree.find(40 + i % 10, NONE)).isEqualTo(i);
    }
    assertThat(tree.figures().pagePrograms()).isEqualTo(programs);
    flash.cutPower();
    flash.restart();
    assertThat(MuTree.open(flash, options).find(40, NONE)).isEqualTo(40);
    tree = MuTree.open(flash, options);
    tree.update(40, 77);
    tree.flush();
    tree.flush();
    assertThat(tree.figures().pagePrograms()).isEqualTo(1);
    tree = MuTree.open(flash, options);
    assertThat(tree.find(40, NONE)).isEqualTo(77);
    assertThat(tree.check()).isEmpty();
  }

  @Test
  void aFullFlashRefusesEntriesAndLosesNothing() {
    NandRawFlash flash =
        NandSpec.parse("nand:page=512,oob=64,block=8,blocks=16,ftl=none").openRaw();
    MuTree tree = MuTree.open(flash, MuTreeOptions.parse("mutree:k=0.5,height=3"));
    int stored = 0;
    try {
      while (true) {
        tree.insert(stored, stored);
        stored++;
      }
    } catch (FlashFullException e) {
      assertThat(e).hasMessageContaining("full");
    }
    assertThat(stored).isGreaterThan(500);
    assertThat(tree.check()).isEmpty();
    assertThat(tree.size()).isEqualTo(stored);
    for (int i = 0; i < 3_000; i++) {
      assertThat(tree.update(i * 37L % stored, i)).isTrue();
    }
    assertThat(keys(tree, 0, stored)).hasSize(stored);
    for (int key = 0; key < stored / 2; key++) {
      assertThat(tree.delete(key)).isTrue();
    }
    assertThat(tree.insert(3, 4)).isTrue();
    assertThat(tree.check()).isEmpty();
    assertThat(tree.figures().movedPages()).isPositive();
  }

  @Test
  void aLayoutWithoutRoomForAnotherLevelRefusesEntries() {
    NandRawFlash flash = NandSpec.parse("nand:page=256,oob=64,block=8,ftl=none").openRaw();
    MuTree tree = MuTree.open(flash, MuTreeOptions.parse("mutree:k=0.8"));
    int stored = 0;
    try {
      while (true) {
        tree.insert(stored, stored);
        stored++;
      }
    } catch (FlashFullException e) {
      assertThat(e).hasMessageContaining("create it with a smaller k");
    }
    assertThat(tree.size()).isEqualTo(stored);
    assertThat(keys(tree, 0, stored)).hasSize(stored);
    assertThat(tree.check()).isEmpty();
    assertThat(tree.update(3, 5)).isTrue();
    assertThatThrownBy(
            () -> MuTree.open(flash("blocks=8"), MuTreeOptions.parse("mutree:k=0.9,height=4")))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("k=0.9, height=4");
  }

  /** Ascending keys leave nodes half full, as formula (1) has them. */
  @ParameterizedTest
  @ValueSource(ints = {10_000, 30_000})
  void theLargestKOfTheFormulaHoldsItsEntries(int entries) {
    double largest = HeightFormula.largestK(entries, 2_048, 8);
    MuTree tree = ascending(flash("blocks=256"), "mutree:write=32,k=" + (largest - 0.01), entries);
    assertThat(tree.size()).isEqualTo(entries);
    assertThatThrownBy(
            () -> ascending(flash("blocks=256"), "mutree:write=32,k=" + (largest + 0.05), entries))
        .isInstanceOf(FlashFullException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mutree:k=0.5", "mutree:k=0.5,write=6"})
  void blocksThatFailAreGivenUp(String spec) {
    String device =
        "nand:page=512,oob=64,block=8,blocks=256,ftl=none,programfail=0.002,erasefail=0.01";
    TreeOnFlash tree = new TreeOnFlash(device, spec, 1_500, Seeds.random());
    for (int round = 0; round < 5 && tree.flash().figures().badBlocks() == 0; round++) {
      tree.run(6_000, 0, 60);
      tree.requireSame();
    }
    assertThat(tree.flash().figures().badBlocks()).isPositive();
    tree.tree().flush();
    MuTree again = MuTree.open(tree.flash(), MuTreeOptions.parse(spec));
    assertThat(again.check()).isEmpty();
    assertThat(again.size()).isEqualTo(tree.tree().size());
  }

  @Test
  void wornOutBlocksAreGivenUpUntilTheFlashIsFull() {
    NandRawFlash flash =
        NandSpec.parse("nand:page=512,oob=64,block=8,blocks=24,endurance=12,ftl=none").openRaw();
    MuTree tree = MuTree.open(flash, MuTreeOptions.parse("mutree:k=0.5"));
    for (int key = 0; key < 300; key++) {
      tree.insert(key, 0);
    }
    int updates = 0;
    try {
      while (updates < 100_000) {
        tree.update(updates % 300, updates);
        updates++;
      }
    } catch (FlashFullException e) {
      assertThat(e).hasMessageContaining("full");
    }
    // 24 blocks of 8 pages, each programmed 13 times: most of them by updates
    assertThat(updates).isBetween(1_000, 24 * 8 * 13);
    assertThat(tree.check()).isEmpty();
    assertThat(tree.find((updates - 1) % 300, NONE)).isEqualTo(updates - 1);
  }

  /** Half of the entries are never changed; their blocks are moved all the same. */
  @Test
  void wearIsLevelled() {
    int spreadWithout = eraseSpread(1_000_000);
    int spread = eraseSpread(10);
    assertThat(spread).isLessThanOrEqualTo(20);
    assertThat(spreadWithout).isGreaterThan(2 * spread);
  }

  private static int eraseSpread(int threshold) {
    NandRawFlash flash = NandSpec.parse("nand:page=1K,oob=64,block=8,blocks=64,ftl=none").openRaw();
    MuTree tree =
        MuTree.open(flash, MuTreeOptions.parse("mutree:k=0.5,height=3,wearthreshold=" + threshold));
    for (int key = 0; key < 3_000; key++) {
      tree.insert(key, key);
    }
    for (int i = 0; i < 40_000; i++) {
      tree.update(1_500 + i * 31L % 1_500, i);
    }
    assertThat(tree.check()).isEmpty();
    int least = Integer.MAX_VALUE;
    int most = 0;
    for (int block = 0; block < 64; block++) {
      least = Math.min(least, flash.eraseCount(block));
      most = Math.max(most, flash.eraseCount(block));
    }
    return most - least;
  }

  @Test
  void damageIsReported() {
    NandRawFlash chip = flash("blocks=64");
    ascending(chip, "mutree:k=0.5,height=3", 2_000);
    MuTreeOptions options = MuTreeOptions.parse("mutree:k=0.5,height=3");
    TornFlash flash = new TornFlash(chip, TornFlash.Torn.UNREADABLE);
    MuTree sound = MuTree.open(flash, options);
    assertThat(sound.check()).isEmpty();
    int damaged = 0;
    for (int page = 0; page < 2_100; page++) {
      int at = new int[] {3, 600, 1_500, 2_048 + 3, 2_048 + 12, 2_048 + 50}[page % 6];
      flash.flip(page, at);
      if (!sound.check().isEmpty()) {
        damaged++;
      }
      // The last page alone may have been torn by a power cut: the one before counts then.
      if (page != sound.root().page && !sound.check().isEmpty()) {
        assertThatThrownBy(() -> keys(MuTree.open(flash, options), 0, 2_000))
            .isInstanceOf(DamagedStoreException.class)
            .hasMessageContaining("block");
      }
      flash.unflip();
    }
    assertThat(damaged).isBetween(25, 40);
  }

  /** Garbage collection goes round a block with a page that cannot be moved. */
  @Test
  void damageOfOnePageLeavesTheOthersAlone() {
    NandRawFlash chip = NandSpec.parse("nand:page=512,oob=64,block=8,blocks=48,ftl=none").openRaw();
    TornFlash flash = new TornFlash(chip, TornFlash.Torn.UNREADABLE);
    MuTree tree = ascending(flash, "mutree:k=0.5,height=3,read=1", 800);
    int damaged = 3;
    flash.flip(damaged, 300);
    while (tree.check().isEmpty()) {
      flash.unflip();
      flash.flip(++damaged, 300);
    }
    int unreadable = 0;
    for (int i = 0; i < 20_000; i++) {
      long key = 1 + i * 7L % 800;
      try {
        assertThat(tree.update(key, i)).isTrue();
        assertThat(tree.find(key, NONE)).isEqualTo(i);
      } catch (DamagedStoreException e) {
        unreadable++;
      }
    }
    assertThat(unreadable).isBetween(1, 20_000 / 10);
    assertThat(tree.figures().blockErases()).isGreaterThan(1_000);
    MuTree again = MuTree.open(flash, MuTreeOptions.parse("mutree:k=0.5,height=3,read=1"));
    assertThat(again.check()).hasSize(tree.check().size()).isNotEmpty();
  }

  @Test
  void otherOptionsAndOtherContentAreRefused() {
    NandRawFlash flash = flash("blocks=64");
    ascending(flash, "mutree:k=0.5,height=3", 100);
    for (String other : List.of("k=0.51,height=3", "k=0.5", "k=0.5,height=3,value=8")) {
      assertThatThrownBy(() -> MuTree.open(flash, MuTreeOptions.parse("mutree:" + other)))
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("allowed");
    }
    NandRawFlash strange = flash("blocks=64");
    strange.program(3, 0, ByteBuffer.allocate(2_048), ByteBuffer.allocate(64));
    assertThatThrownBy(() -> MuTree.open(strange, MuTreeOptions.parse("mutree:")))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("that do not belong to a mu-tree");
    assertThatThrownBy(
            () ->
                MuTree.open(
                    NandSpec.parse("nand:page=512,oob=16,ftl=none").openRaw(),
                    MuTreeOptions.parse("mutree:")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("64");
    assertThatThrownBy(() -> MuTree.open(flash("blocks=3"), MuTreeOptions.parse("mutree:")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 blocks");
  }

  @Test
  void specsAreChecked() {
    assertThat(MuTreeOptions.parse("mutree:k=0.7,height=3").layoutHeight()).isEqualTo(3);
    for (String wrong :
        List.of(
            "mutree:k=0",
            "mutree:k=1",
            "mutree:height=9",
            "mutree:key=8,separator=4",
            "mutree:key=5",
            "mutree:buffer=lru",
            "mutree:read=0",
            "mutree:reserve=1",
            "mutree:what=1",
            "bplus:k=1")) {
      assertThatThrownBy(() -> MuTreeOptions.parse(wrong))
          .as(wrong)
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("allowed");
    }
    MuTree tree = MuTree.open(flash("blocks=8"), MuTreeOptions.parse("mutree:"));
    assertThatThrownBy(() -> tree.insert(1L << 40, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("allowed");
    assertThatThrownBy(() -> tree.insert(1, 1L << 40)).hasMessageContaining("allowed");
    assertThat(tree.find(1L << 40, NONE)).isEqualTo(NONE);
    assertThat(tree.delete(1L << 40)).isFalse();
  }

  @Test
  void afterAFailedWriteTheTreeRefusesWork() {
    NandRawFlash flash = flash("blocks=64");
    MuTree tree = ascending(flash, "mutree:k=0.5", 100);
    flash.cutPowerAt(1);
    assertThatThrownBy(() -> tree.insert(200, 1)).isInstanceOf(PowerLossException.class);
    flash.restart();
    assertThatThrownBy(() -> tree.find(5, NONE)).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(() -> tree.insert(5, 1)).isInstanceOf(StoreClosedException.class);
    assertThat(MuTree.open(flash, MuTreeOptions.parse("mutree:k=0.5")).size()).isEqualTo(100);
  }
}
