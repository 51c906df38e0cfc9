package org.flashgrove.grove.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.columns.RandomEntries;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.FenceBoxes;
import org.flashgrove.grove.fence.FenceScan;
import org.flashgrove.grove.fence.FooterFields;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Footers with any content are refused as damaged, or answer. */
class ForgedFooterTest {
  private static final int AT = 32;
  private static final int ROUNDS = 1_000;

  @ParameterizedTest
  @EnumSource(names = {"POINTS", "RECTANGLES", "ONE", "ANY_RECTANGLES"})
  void forgedFootersAreRefusedOrAnswer(RandomEntries kind) {
    Random random = Seeds.random();
    EntryColumns entries = kind.draw(random, 4_000, false);
    BuiltBlock block = BuiltBlock.build(BlockForm.of(4096, AT, 32, false), entries, 1).get(0);
    byte[] footer = block.pages[block.pages.length - 1];
    byte[] written = footer.clone();
    FenceScan scan = new FenceScan();
    double[] box = new double[4];
    int refused = 0;
    int answered = 0;
    FenceBoxes boxes = new FenceBoxes();
    for (int round = 0; round < ROUNDS; round++) {
      System.arraycopy(written, 0, footer, 0, written.length);
      int changes = 1 + random.nextInt(8);
      int room = random.nextBoolean() ? FooterFields.HEADER_BYTES : footer.length - AT;
      for (int i = 0; i < changes; i++) {
        footer[AT + random.nextInt(room)] = (byte) random.nextInt();
      }
      try {
        BlockFences fences = block.readFences(1 << random.nextInt(7));
        assertThat(fences.bytes()).isLessThan(2L * footer.length);
        scan.window(random.nextDouble(), random.nextGaussian(), 1, 2);
        int before = -1;
        for (int p = scan.first(fences); p >= 0; p = scan.next()) {
          assertThat(p).isBetween(before + 1, fences.pages() - 1);
          before = p;
        }
        int count = 0;
        boxes.block(fences);
        for (int p = 0; p < fences.pages(); p++) {
          count += fences.count(p);
          fences.pageBox(p, box);
          assertThat(box[0] <= box[2] && box[1] <= box[3]).isTrue();
          boxes.page(p);
          boxes.runBox(fences.subBoxes() - 1, box);
        }
        assertThat(count).isEqualTo(fences.count());
        answered++;
      } catch (DamagedStoreException e) {
        assertThat(e).hasMessageContaining("block 0, footer");
        refused++;
      }
    }
    assertThat(refused).isPositive();
    assertThat(answered).isPositive();
  }
}
