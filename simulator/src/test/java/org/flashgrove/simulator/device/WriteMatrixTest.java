package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.simulator.chip.NandChip;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WriteMatrix;
import org.flashgrove.simulator.ftl.space.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The matrix of a device against the pages that appear on its chip. */
class WriteMatrixTest {
  private static final String DEVICE = "nand:chip=thesis,blocks=24,block=8,op=40%,content=off,ftl=";
  private static final Origin[] PARTS = {Origin.LEAF, Origin.INTERNAL, Origin.LOG, Origin.HEAP};

  private final long[] programmed = new long[PARTS.length];
  private int[] next;
  private int[] erases;

  private static int part(long page) {
    return (int) (page * PARTS.length / 100 % PARTS.length);
  }

  private static Cause cause(long page) {
    return page % 3 == 0 ? Cause.READ_MODIFY_WRITE : Cause.MERGE;
  }

  /** Each part's pages are those that the tags on the chip name, copies included. */
  @ParameterizedTest
  @ValueSource(strings = {"page", "page,wear=static", "dftl,cmt=512", "fast", "bast", "block"})
  void copiedPagesKeepTheirPart(String layer) {
    NandDevice device = NandSpec.parse(DEVICE + layer).open();
    NandChip chip = device.chip();
    int blocks = chip.geometry().blockCount();
    next = new int[blocks];
    erases = new int[blocks];
    device.causes(WriteMatrixTest::cause);
    Random random = Seeds.random();
    int pages = (int) device.pageCount();
    long[] host = new long[Cause.COUNT];
    int operations = Repetitions.of(4_000, 100_000);
    for (int i = 0; i < operations; i++) {
      int page = i < pages ? i : random.nextInt(1 + random.nextInt(pages));
      device.write(page, 1, PARTS[part(page)], null);
      host[cause(page).ordinal()]++;
      countNewPages(chip);
    }
    WriteMatrix writes = device.figures().writes();
    for (int i = 0; i < PARTS.length; i++) {
      assertThat(writes.ofPart(PARTS[i])).as("%s", PARTS[i]).isEqualTo(programmed[i]);
    }
    for (Cause cause : new Cause[] {Cause.READ_MODIFY_WRITE, Cause.MERGE, Cause.CHANGE}) {
      assertThat(writes.ofCause(cause)).as("%s", cause).isEqualTo(host[cause.ordinal()]);
    }
    checkSums(device);
  }

  /** Counts the pages that were programmed since the last call, by the page that they hold. */
  private void countNewPages(NandChip chip) {
    int pagesPerBlock = chip.geometry().pagesPerBlock();
    for (int block = 0; block < next.length; block++) {
      int from = chip.eraseCount(block) == erases[block] ? next[block] : 0;
      erases[block] = chip.eraseCount(block);
      next[block] = chip.nextIndex(block);
      for (int index = from; index < next[block]; index++) {
        int page = block * pagesPerBlock + index;
        if (chip.hasTag(page) && Tag.kind(chip.tag(page)) == Tag.DATA) {
          programmed[part(Tag.number(chip.tag(page)))]++;
        }
      }
    }
  }

  private static void checkSums(NandDevice device) {
    DeviceStats figures = device.figures();
    WriteMatrix writes = figures.writes();
    assertThat(writes.total()).isEqualTo(device.chip().programs());
    long causes = 0;
    for (Cause cause : Cause.values()) {
      causes += writes.ofCause(cause);
    }
    long parts = 0;
    for (Origin part : Origin.values()) {
      parts += writes.ofPart(part);
      assertThat(part.isHost() || part == Origin.FTL_MAP || writes.ofPart(part) == 0).isTrue();
    }
    assertThat(causes).isEqualTo(writes.total());
    assertThat(parts).isEqualTo(writes.total());
    assertThat(writes.ofHost()).isEqualTo(figures.hostPageWrites());
    assertThat(writes.total() - writes.ofHost() - writes.of(Origin.FTL_MAP, Cause.FTL_MAP))
        .isEqualTo(figures.gcCopies())
        .isPositive();
    assertThat(writes.deviceAmplification()).isEqualTo(figures.writeAmplification());
    assertThat(writes.hostAmplification() * writes.deviceAmplification())
        .isCloseTo(writes.amplification(), within(1e-12));
    assertThat(writes.byOrigin().ofHost()).isEqualTo(writes.ofHost());
    assertThat(writes.plus(writes).since(writes)).isEqualTo(writes);
  }
}
