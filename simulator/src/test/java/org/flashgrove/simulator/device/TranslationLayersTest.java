package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * All translation layers under the same overwrites of single pages: of the whole device in order,
 * and uniformly at random. Prints the table of docs/evidence/results/simulator-ftls.txt.
 */
class TranslationLayersTest {
  private static final String DEVICE = "nand:chip=thesis,blocks=256,op=15%,content=off,ftl=";
  private static final int PAGES_PER_BLOCK = 64;
  private static final int PAGES = 14_246;
  private static final int LOGICAL_BLOCKS = 223;

  /** Spare blocks but two for trims and two that are kept free. */
  private static final int LOG_BLOCKS = 256 - LOGICAL_BLOCKS - 2 - 2;

  /** 32 KiB of eight bytes. */
  private static final int CACHED_ENTRIES = 4096;

  private static final Map<String, DeviceStats> SEQUENTIAL = new LinkedHashMap<>();
  private static final Map<String, DeviceStats> RANDOM = new LinkedHashMap<>();
  private static final StringBuilder TABLE = new StringBuilder();

  @BeforeAll
  static void run() {
    TABLE.append("| layer | overwrites | programs a write | copies | translation reads | ");
    TABLE.append("translation programs | erases a 1,000 writes | µs a write | p50 | p99 | max |\n");
    TABLE.append("|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (String layer :
        new String[] {
          "page", "dftl", "dftl,writeback=page", "fast", "bast", "fast,logblocks=8", "block"
        }) {
      SEQUENTIAL.put(layer, run(layer, false));
      RANDOM.put(layer, run(layer, true));
    }
  }

  /** Filled once, overwritten once for the steady state, overwritten once more and counted. */
  private static DeviceStats run(String layer, boolean random) {
    NandDevice device = NandSpec.parse(DEVICE + layer.replace("dftl", "dftl,cmt=32K")).open();
    int pages = (int) device.pageCount();
    assertThat(pages).isEqualTo(PAGES);
    SplittableRandom draws = new SplittableRandom(1);
    for (int i = 0; i < 2 * pages; i++) {
      int page = random && i >= pages ? draws.nextInt(pages) : i % pages;
      device.write(page, 1, Origin.PRECONDITION, null);
    }
    Conservation.check(device);
    device.resetFigures();
    for (int i = 0; i < pages; i++) {
      device.write(random ? draws.nextInt(pages) : i, 1, Origin.HOST, null);
    }
    DeviceStats figures = device.figures();
    double writes = figures.hostPageWrites();
    TABLE.append(
        String.format(
            Locale.ROOT,
            "| `%s` | %s | %.3f | %.3f | %.3f | %.3f | %.2f | %.0f | %.0f | %.0f | %.0f |%n",
            layer,
            random ? "random" : "in order",
            figures.writeAmplification(),
            figures.gcCopies() / writes,
            figures.reads().of(Origin.FTL_MAP) / writes,
            figures.programs().of(Origin.FTL_MAP) / writes,
            1000 * figures.blockErases() / writes,
            figures.virtualMicros() / writes,
            device.latency(OperationKind.WRITE).p50Nanos() / 1e3,
            device.latency(OperationKind.WRITE).p99Nanos() / 1e3,
            device.latency(OperationKind.WRITE).maxNanos() / 1e3));
    return figures;
  }

  @AfterAll
  static void print() {
    System.out.println(TABLE);
  }

  private static double amplification(Map<String, DeviceStats> figures, String layer) {
    return figures.get(layer).writeAmplification();
  }

  @Test
  void inOrderNothingIsCopiedBySwitchesAndPageMapping() {
    for (String layer : new String[] {"page", "bast", "fast", "fast,logblocks=8"}) {
      assertThat(amplification(SEQUENTIAL, layer)).as(layer).isEqualTo(1.0);
      assertThat(SEQUENTIAL.get(layer).gcCopies()).as(layer).isZero();
    }
  }

  @Test
  void blockMappingRewritesABlockForEachPage() {
    // the last logical block is shorter
    assertThat(amplification(SEQUENTIAL, "block")).isBetween(63.9, 64.0);
    assertThat(amplification(RANDOM, "block")).isBetween(63.9, 64.0);
  }

  @Test
  void finerMappingsCopyLessAtRandom() {
    double page = amplification(RANDOM, "page");
    double cached = amplification(RANDOM, "dftl");
    double shared = amplification(RANDOM, "fast,logblocks=8");
    assertThat(page).isBetween(2.0, 5.0);
    assertThat(cached).isGreaterThan(page + 1);
    assertThat(shared).isGreaterThan(2 * cached);
    assertThat(amplification(RANDOM, "bast")).isGreaterThan(shared);
    assertThat(amplification(RANDOM, "block")).isGreaterThan(amplification(RANDOM, "bast"));
  }

  /**
   * BAST: under uniform writes each of {@code n} logical blocks is as likely, so a write misses the
   * {@code c} log blocks with probability {@code 1 - c / n}, and each miss is a merge of all {@code
   * b} pages; all but the first page in order, which is one in {@code b}, are full merges.
   */
  @Test
  void bastMergesForEachMiss() {
    double model = PAGES * (1 - (double) LOG_BLOCKS / LOGICAL_BLOCKS) / LOGICAL_BLOCKS;
    double measured = RANDOM.get("bast").gcCopies() / (double) PAGES;
    System.out.printf("bast: model %.3f measured %.3f%n", model, measured);
    assertThat(measured / model).isCloseTo(1, within(0.01));
  }

  /**
   * FAST, as a renewal process of one of {@code n} logical blocks of {@code b} pages: after a merge
   * its next page comes to the {@code r} random log blocks, after {@code n} of their writes; that
   * page is in the oldest block {@code (r - 1) b + b / 2} of their writes later, and causes a
   * merge, unless the first page of the logical block came before, one write in {@code n b}, and
   * started the sequential log block. One in {@code b} writes goes there.
   */
  private static double fastCopies(int logBlocks) {
    double b = PAGES_PER_BLOCK;
    double n = LOGICAL_BLOCKS;
    double uninterrupted = (n + (logBlocks - 2) * b + b / 2) * b / (b - 1);
    double cycle = n * b * (1 - Math.exp(-uninterrupted / (n * b)));
    return n / cycle * PAGES / LOGICAL_BLOCKS - 1 / b;
  }

  @Test
  void fastMergesAsARenewalProcess() {
    for (int logBlocks : new int[] {8, LOG_BLOCKS}) {
      String layer = logBlocks == 8 ? "fast,logblocks=8" : "fast";
      double measured = RANDOM.get(layer).gcCopies() / (double) PAGES;
      double model = fastCopies(logBlocks);
      System.out.printf("%s: model %.3f measured %.3f%n", layer, model, measured);
      assertThat(measured / model).as(layer).isCloseTo(1, within(0.03));
    }
  }

  /**
   * DFTL: with {@code c} of {@code n} entries cached, a uniform write misses with probability
   * {@code 1 - c / n}. A miss reads a translation page; all other reads of translation pages come
   * with a program.
   */
  @Test
  void missesAreTheShareThatIsNotCached() {
    double model = 1 - CACHED_ENTRIES / (double) PAGES;
    for (String layer : new String[] {"dftl", "dftl,writeback=page"}) {
      DeviceStats figures = RANDOM.get(layer);
      double read = figures.reads().of(Origin.FTL_MAP);
      double measured = (read - figures.programs().of(Origin.FTL_MAP)) / PAGES;
      System.out.printf("%s: model %.3f measured %.3f%n", layer, model, measured);
      assertThat(measured / model).as(layer).isCloseTo(1, within(0.02));
    }
  }

  @Test
  void writingBackWholeTranslationPagesSavesMost() {
    assertThat(amplification(SEQUENTIAL, "dftl")).isGreaterThan(1.9);
    assertThat(amplification(SEQUENTIAL, "dftl,writeback=page")).isLessThan(1.05);
    assertThat(amplification(RANDOM, "dftl,writeback=page"))
        .isLessThan(amplification(RANDOM, "dftl"));
  }
}
