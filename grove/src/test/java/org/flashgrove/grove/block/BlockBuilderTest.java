package org.flashgrove.grove.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.columns.RandomEntries;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.FenceScan;
import org.flashgrove.grove.fence.StoredBlock;
import org.flashgrove.grove.packed.PackedPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Blocks hold what they were built from, within their fences, and answer windows as a scan does.
 */
class BlockBuilderTest {
  private static final EntryKey KEY = new HilbertCurve(-10, -10, 1000, 1000)::valueOfCentre;

  private static EntryColumns draw(RandomEntries kind, Random random, int count) {
    EntryColumns entries = kind.draw(random, count, random.nextBoolean());
    for (int i = 0; i < entries.size(); i++) {
      entries.setKey(i, KEY.of(entries.minX(i), entries.minY(i), entries.maxX(i), entries.maxY(i)));
    }
    return entries;
  }

  private static BlockForm form(Random random) {
    boolean split = random.nextBoolean();
    switch (random.nextInt(5)) {
      case 0:
        return new BlockForm(512, 32, 8, split, 1);
      case 1:
        return new BlockForm(1024, 0, 16, split, 4);
      case 2:
        return new BlockForm(2048, 17, 4, split, 64);
      case 3:
        return BlockForm.of(16_384, 32, 64, split);
      default:
        return BlockForm.of(4096, 32, 32, split);
    }
  }

  @ParameterizedTest
  @EnumSource
  void blocksHoldWhatTheyWereBuiltFrom(RandomEntries kind) {
    Random random = Seeds.random();
    for (int round = 0; round < 5; round++) {
      BlockForm form = form(random);
      EntryColumns entries = draw(kind, random, 1 + random.nextInt(round == 0 ? 9_000 : 1_500));
      EntryColumns expected = new EntryColumns(entries.size());
      expected.addAll(entries, 0, entries.size());
      List<BuiltBlock> blocks = BuiltBlock.build(form, entries, 1 + random.nextInt(2_000));
      EntryColumns found = new EntryColumns(entries.size());
      long before = Long.MIN_VALUE;
      for (BuiltBlock block : blocks) {
        assertThat(block.pages.length).isLessThanOrEqualTo(form.blockPages());
        assertThat(block.problems(KEY)).isEmpty();
        assertThat(block.fences.lowKey()).isGreaterThanOrEqualTo(before);
        before = block.fences.highKey();
        int from = found.size();
        block.appendTo(found, KEY);
        assertThat(block.fences.count()).isEqualTo(found.size() - from);
      }
      assertSame(found, expected);
    }
  }

  private static void assertSame(EntryColumns found, EntryColumns expected) {
    assertThat(found.size()).isEqualTo(expected.size());
    found.sort(0, found.size());
    expected.sort(0, expected.size());
    for (int i = 0; i < expected.size(); i++) {
      if (found.compare(i, expected, i) != 0) {
        fail("entry %s differs", i);
      }
    }
  }

  /** Coarse blocks take about half of the memory, or less, and hide nothing. */
  @ParameterizedTest
  @EnumSource
  void coarseFencesCoverExactOnes(RandomEntries kind) {
    Random random = Seeds.random();
    EntryColumns entries = draw(kind, random, 1 + random.nextInt(5_000));
    double[] exact = new double[4];
    double[] wider = new double[4];
    for (BuiltBlock block : BuiltBlock.build(form(random), entries, 1_000)) {
      BlockFences fences = block.fences;
      StoredBlock whole = block.stored();
      StoredBlock stored = whole.coarse();
      if (block.pages.length - 1 > Long.SIZE) {
        assertThat(stored).isSameAs(whole);
        continue;
      }
      assertThat(stored.block()).isEqualTo(whole.block());
      assertThat(stored.entries()).isEqualTo(whole.entries());
      BlockFences coarse = stored.fences();
      assertThat(coarse.isCoarse()).isTrue();
      assertThat(stored.bytes()).isLessThan(whole.bytes() / 2 + 80);
      int sum = 0;
      for (int p = 0; p < fences.pages(); p++) {
        fences.pageBox(p, exact);
        coarse.pageBox(p, wider);
        assertThat(
                Rectangles.covers(
                    wider[0], wider[1], wider[2], wider[3], exact[0], exact[1], exact[2], exact[3]))
            .isTrue();
        assertThat(coarse.indexOf(p)).isEqualTo(fences.indexOf(p));
        sum += coarse.count(p);
      }
      assertThat(sum).isEqualTo(fences.count());
      for (int r = 0; r < fences.residualPages(); r++) {
        assertThat(coarse.residualIndexOf(r)).isEqualTo(fences.residualIndexOf(r));
      }
    }
  }

  @Test
  void aResidualPageThatTheBlockHasNotIsDamage() {
    Random random = Seeds.random();
    PackedPage page = new PackedPage("blocks");
    int pages = 0;
    for (RandomEntries kind : RandomEntries.values()) {
      EntryColumns entries = draw(kind, random, 3_000);
      BuiltBlock block = BuiltBlock.build(BlockForm.of(4096, 32, 32, true), entries, 2_000).get(0);
      BlockFences fences = block.fences;
      for (int p = 0; p < fences.pages(); p++) {
        block.turn(page, p);
        if (page.residualPages() > 0) {
          int behind = fences.residualPages() - page.residual(0, fences.residualPages());
          assertThat(fences.residualIndexOf(page, behind - 1))
              .isEqualTo(fences.residualIndexOf(fences.residualPages() - 1));
          assertThatThrownBy(() -> fences.residualIndexOf(page, behind))
              .isInstanceOf(DamagedStoreException.class)
              .hasMessageContaining("refers to residual page " + fences.residualPages());
          pages++;
        }
      }
    }
    assertThat(pages).isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void windowsThroughFencesFindWhatAScanFinds(RandomEntries kind) {
    Random random = Seeds.random();
    FenceScan scan = new FenceScan();
    for (int round = 0; round < 3; round++) {
      EntryColumns entries = draw(kind, random, 1 + random.nextInt(5_000));
      List<BuiltBlock> blocks = BuiltBlock.build(form(random), entries, 1_000);
      for (int w = 0; w < 15; w++) {
        int a = random.nextInt(entries.size());
        int b = random.nextInt(Math.min(entries.size(), a + 300));
        double[] window = {
          Math.min(entries.minX(a), entries.minX(b)),
          Math.min(entries.minY(a), entries.minY(b)),
          Math.max(entries.maxX(a), entries.minX(b)),
          Math.max(entries.maxY(a), entries.minY(b))
        };
        scan.window(window[0], window[1], window[2], window[3]);
        EntryColumns found = new EntryColumns(16);
        for (BuiltBlock block : blocks) {
          int kept = 1 << random.nextInt(7);
          block.fences = block.readFences(kept);
          assertThat(block.fences.subBoxes()).isEqualTo(Math.min(kept, block.form.subBoxes()));
          BlockFences exact = block.fences;
          block.fences = random.nextInt(4) == 0 ? block.stored().coarse().fences() : exact;
          block.search(scan, window, found);
          block.fences = exact;
        }
        assertSame(found, within(entries, window));
      }
      for (BuiltBlock block : blocks) {
        assertThat(block.problems(KEY)).isEmpty(); // with the boxes that were kept last
      }
    }
  }

  private static EntryColumns within(EntryColumns entries, double[] window) {
    EntryColumns expected = new EntryColumns(16);
    for (int i = 0; i < entries.size(); i++) {
      if (Rectangles.intersects(
          window[0],
          window[1],
          window[2],
          window[3],
          entries.minX(i),
          entries.minY(i),
          entries.maxX(i),
          entries.maxY(i))) {
        expected.setDeletion(
            expected.add(
                0,
                entries.id(i),
                entries.minX(i),
                entries.minY(i),
                entries.maxX(i),
                entries.maxY(i)),
            entries.isDeletion(i));
      }
    }
    return expected;
  }

  /** The specification measured 92 to 95 % of a page. */
  @Test
  void pagesAreNearlyFull() {
    Random random = Seeds.random();
    EntryColumns entries = new EntryColumns(30_000);
    for (int i = 0; i < 30_000; i++) {
      double x = random.nextDouble() * 900;
      double y = random.nextDouble() * 900;
      entries.add(KEY.of(x, y, x, y), i, x, y, x, y);
    }
    for (boolean split : new boolean[] {false, true}) {
      for (int part : new int[] {2_000, 8_000}) {
        BlockForm form = BlockForm.of(4096, 32, 32, split);
        int pages = 0;
        for (BuiltBlock block : BuiltBlock.build(form, entries, part)) {
          pages += block.pages.length - 1;
        }
        double bytes = pages * 4096.0 / entries.size();
        assertThat(bytes).as("bytes an entry, split=%s", split).isLessThan(17.5);
      }
    }
  }

  /**
   * A part that does not fit leaves the block as it was. Residual pages come when they are full, so
   * that few are in memory.
   */
  @Test
  void blocksHaveNoMorePagesThanAllowed() {
    Random random = Seeds.random();
    EntryColumns entries = draw(RandomEntries.POINTS, random, 9_000);
    BlockBuilder builder = new BlockBuilder(BlockForm.of(4096, 32, 32, true));
    long empty = builder.bytes();
    int[] pages = {0};
    int from = 0;
    while (builder.add(entries, from, from + 300)) {
      while (builder.hasPage()) {
        int before = pages[0];
        builder.encode(page -> pages[0]++);
        assertThat(pages[0]).isEqualTo(before + 1);
        assertThat(builder.bytes() - empty).isLessThan(4 * 4096);
      }
      from += 300;
    }
    assertThat(builder.contentPages()).isBetween(29, 31);
    builder.end(Long.MIN_VALUE, Long.MAX_VALUE);
    boolean complete = false;
    while (!complete) {
      complete = builder.appendRest(page -> pages[0]++);
    }
    BlockFences fences = builder.fences();
    assertThat(fences.count()).isEqualTo(from);
    assertThat(fences.residualPages()).isGreaterThan(3);
    assertThat(pages[0]).isEqualTo(fences.pages() + fences.residualPages() + 1);
    Set<Integer> indices = new TreeSet<>();
    for (int p = 0; p < fences.pages(); p++) {
      indices.add(fences.indexOf(p));
    }
    for (int r = 0; r < fences.residualPages(); r++) {
      indices.add(fences.residualIndexOf(r));
    }
    assertThat(indices).containsExactlyElementsOf(range(0, pages[0] - 1));
    long bytes = builder.bytes();
    builder.begin();
    assertThat(builder.add(entries, 0, 10)).isTrue();
    assertThat(builder.bytes()).isEqualTo(bytes);
    assertThatThrownBy(() -> builder.add(entries, 10, 20))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> builder.end(0, 1)).isInstanceOf(IllegalStateException.class);
  }

  private static List<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  @Test
  void formsWithoutRoomForAFooterAreRefused() {
    assertThatThrownBy(() -> BlockForm.of(4096, 32, 4096, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("footer");
    assertThat(BlockForm.of(4096, 32, 32, true).subBoxes()).isEqualTo(16);
    assertThat(BlockForm.of(4096, 32, 128, true).subBoxes()).isEqualTo(4);
    assertThat(BlockForm.of(4096, 32, 256, true).subBoxes()).isEqualTo(1);
    assertThatThrownBy(() -> new BlockForm(4096, 32, 32, true, 3))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new BlockForm(256, 32, 32, true, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new BlockForm(4096, 32, 1, true, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** The check is one that fails. */
  @Test
  void theCheckNoticesMisplacedPagesAndKeys() {
    Random random = Seeds.random();
    EntryColumns entries = draw(RandomEntries.POINTS, random, 6_000);
    BuiltBlock block = BuiltBlock.build(BlockForm.of(4096, 32, 32, true), entries, 2_000).get(0);
    assertThat(block.problems(KEY)).isEmpty();
    byte[] kept = block.pages[0];
    block.pages[0] = block.pages[block.fences.indexOf(1)];
    assertThat(block.problems(KEY))
        .anyMatch(problem -> problem.contains("outside the box of its page"))
        .anyMatch(problem -> problem.contains("outside the box of its run"));
    block.pages[0] = kept.clone();
    block.pages[0][32] = 0;
    assertThat(block.problems(KEY)).containsExactly("test.blocks, block 0, page 0: no packed page");
    block.pages[0] = kept;
    BlockBuilder builder = new BlockBuilder(block.form);
    long middle = entries.key(entries.size() / 2);
    builder.add(entries, 0, block.fences.count());
    while (builder.hasPage()) {
      builder.encode(page -> {});
    }
    builder.end(middle, Long.MAX_VALUE);
    while (!builder.appendRest(page -> {})) {
      assertThat(builder.fences()).isNull();
    }
    block.fences = builder.fences();
    assertThat(block.problems(KEY))
        .anyMatch(problem -> problem.contains("outside the block's interval"));
  }
}
