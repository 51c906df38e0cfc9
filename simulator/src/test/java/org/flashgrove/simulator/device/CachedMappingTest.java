package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.Origin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * DFTL followed by hand: 40 logical pages of 64 bytes, so 16 entries a translation page; 30, 300
 * and 2,500 µs.
 */
class CachedMappingTest {
  private static final String SMALL = "nand:page=64,block=4,blocks=24,op=140%,content=off,ftl=dftl";

  private NandDevice device;
  private DeviceStats before;

  private void open(String keys) {
    device = NandSpec.parse(SMALL + keys).open();
    assertThat(device.pageCount()).isEqualTo(40);
    before = device.figures();
  }

  private void write(int... pages) {
    for (int page : pages) {
      device.write(page, 1, Origin.LEAF, null);
    }
  }

  private void read(int page) {
    device.read(page, 1, Origin.LEAF, null);
  }

  /** What was done since this was asked last; nothing was moved. */
  private void assertSince(int dataReads, int dataWrites, int mapReads, int mapWrites) {
    DeviceStats since = since();
    assertThat(since.reads().of(Origin.LEAF)).isEqualTo(dataReads);
    assertThat(since.programs().of(Origin.LEAF)).isEqualTo(dataWrites);
    assertThat(since.reads().of(Origin.FTL_MAP)).isEqualTo(mapReads);
    assertThat(since.programs().of(Origin.FTL_MAP)).isEqualTo(mapWrites);
    assertThat(since.pageReads()).isEqualTo(dataReads + mapReads);
    assertThat(since.pagePrograms()).isEqualTo(dataWrites + mapWrites);
    assertThat(since.blockErases()).isZero();
    assertThat(since.virtualMicros())
        .isEqualTo(30 * (dataReads + mapReads) + 300 * (dataWrites + mapWrites));
  }

  private DeviceStats since() {
    DeviceStats now = device.figures();
    DeviceStats since = now.since(before);
    before = now;
    return since;
  }

  @AfterEach
  void originsAddUp() {
    Conservation.check(device);
  }

  @Test
  void missesReadTranslationPagesAndChangedEntriesAreWrittenBack() {
    open(",cmt=16,cache=lru"); // two entries
    write(0, 16); // there are no translation pages yet
    assertSince(0, 2, 0, 0);
    write(32); // 0 goes: its translation page is written for the first time
    assertSince(0, 1, 0, 1);
    write(1); // 16 goes; 1 is looked up beside 0
    assertSince(0, 1, 1, 1);
    read(0); // 32 goes
    assertSince(1, 0, 1, 1);
    read(1); // still here
    assertSince(1, 0, 0, 0);
    read(16); // 0 goes, unchanged
    assertSince(1, 0, 1, 0);
    write(33); // 1 goes: its translation page is read and written; another read for 33
    assertSince(0, 1, 2, 1);
    read(5); // never written, which its translation page says
    assertSince(0, 0, 1, 0);
  }

  @Test
  void wholeTranslationPagesAreWrittenBackIfAskedFor() {
    open(",cmt=16,cache=lru,writeback=page");
    write(0, 1, 16); // 0 goes, and 1 with it
    assertSince(0, 3, 0, 1);
    write(17); // 1 goes, unchanged
    assertSince(0, 1, 0, 0);
    open(",cmt=16,cache=lru,writeback=entry");
    write(0, 1, 16);
    assertSince(0, 3, 0, 1);
    write(17); // 1 goes, changed
    assertSince(0, 1, 1, 1);
  }

  @Test
  void whatIsUsedAgainIsProtected() {
    open(",cmt=32,cache=slru"); // four entries, two of them protected
    write(0, 0, 1, 2, 3);
    write(4); // 1 goes, to the translation page in which 4 is looked up then
    assertSince(0, 6, 1, 1);
    read(0);
    assertSince(1, 0, 0, 0);
    open(",cmt=32,cache=lru");
    write(0, 0, 1, 2, 3);
    write(4); // 0 goes
    assertSince(0, 6, 1, 1);
    read(0); // 1 goes; two reads of the translation page
    assertSince(1, 0, 2, 1);
  }

  @Test
  void movedPagesAreUpdatedInTheTableOrTogether() {
    open(",cmt=16,cache=lru,writeback=page,refresh=5");
    write(0, 1); // of the first block
    assertSince(0, 2, 0, 0);
    write(2, 3); // 0 goes, 1 with it; a look-up for each
    assertSince(0, 2, 2, 1);
    write(16, 17); // 2 goes, 3 with it
    assertSince(0, 2, 1, 1);
    read(0); // 16 goes, 17 with it; a look-up
    assertSince(1, 0, 1, 1);
    for (int i = 0; i < 3; i++) {
      read(0);
    }
    assertSince(3, 0, 0, 0);

    // the fifth read moves the block: 0 is changed in the table, 1, 2 and 3 in their page at once
    read(0);
    DeviceStats since = since();
    assertThat(since.reads().of(Origin.REFRESH)).isEqualTo(4);
    assertThat(since.programs().of(Origin.REFRESH)).isEqualTo(4);
    assertThat(since.erases().of(Origin.REFRESH)).isEqualTo(1);
    assertThat(since.reads().of(Origin.FTL_MAP)).isEqualTo(1);
    assertThat(since.programs().of(Origin.FTL_MAP)).isEqualTo(1);
    assertThat(since.pagePrograms()).isEqualTo(5);
    assertThat(since.pageReads()).isEqualTo(1 + 4 + 1);
    assertThat(since.virtualMicros()).isEqualTo(6 * 30 + 5 * 300 + 2500);
    read(1);
    assertSince(1, 0, 1, 0);
  }

  @Test
  void collectionChangesWhatIsCachedWithoutTranslationPages() {
    open(",cmt=320"); // an entry for each page
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 2000; i++) {
      write(random.nextInt(40));
    }
    assertThat(device.figures().gcCopies()).isPositive();
    assertThat(device.figures().programs().of(Origin.FTL_MAP)).isZero();
    assertThat(device.figures().reads().of(Origin.FTL_MAP)).isZero();
  }

  @Test
  void smallTablesCostTranslationPages() {
    double[] amplification = new double[3];
    String[] sizes = {"16", "160", "320"};
    for (int i = 0; i < sizes.length; i++) {
      open(",cmt=" + sizes[i]);
      SplittableRandom random = new SplittableRandom(4);
      for (int n = 0; n < 4000; n++) {
        write(random.nextInt(40));
      }
      Conservation.check(device);
      DeviceStats figures = device.figures();
      amplification[i] = figures.writeAmplification();
      assertThat(figures.programs().of(Origin.LEAF)).isEqualTo(4000);
      assertThat(figures.programs().of(Origin.GC)).isEqualTo(figures.gcCopies());
    }
    assertThat(amplification[0]).isGreaterThan(amplification[1]);
    assertThat(amplification[1]).isGreaterThan(amplification[2]);
  }

  @Test
  void trimsChangeTheTableOrTheTranslationPage() {
    open(",cmt=16,cache=lru,writeback=page");
    write(0, 1, 2, 16, 17);
    before = device.figures();
    device.trim(16, 2, Origin.HEAP); // both in the table
    assertSince(0, 0, 0, 0);
    device.trim(0, 2, Origin.HEAP); // neither is
    assertSince(0, 0, 1, 1);
    device.trim(0, 16, Origin.HEAP); // 2 has to be looked up; then the translation page is dropped
    assertSince(0, 0, 1, 0);
    device.trim(0, 16, Origin.HEAP);
    assertSince(0, 0, 0, 0);
    read(2);
    assertSince(0, 0, 0, 0);
  }
}
