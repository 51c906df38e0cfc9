package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.flashgrove.core.flash.UncorrectablePageException;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.LatencyStats;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NandDeviceTest {
  private static final String EVERYTHING =
      "nand:page=512,block=16,blocks=256,channels=2,ways=2,planes=2,op=28%,timing=parallel,suspend=on,"
          + "multiplane=on,copyback=on,depth=8,buffer=16K,content=off,streams=hotcold,gc=dchoices,d=4,"
          + "wear=static,wearthreshold=4,rber=0.0005,rberwear=0.001,disturb=1e-7,ecc=4,retries=8,"
          + "programfail=0.00001,erasefail=0.00001,refresh=5000,factorybad=2,endurance=100000,bus=40";

  private static NandDevice open(String spec) {
    return NandSpec.parse(spec).open();
  }

  private static void work(SimulatedDevice device, int requests, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int pages = (int) device.pageCount();
    for (int i = 0; i < requests; i++) {
      int page = random.nextInt(random.nextInt(4) == 0 ? pages : pages / 5);
      Origin origin = random.nextInt(8) == 0 ? Origin.INTERNAL : Origin.LEAF;
      switch (random.nextInt(20)) {
        case 0:
          device.trim(page, 1, origin);
          break;
        case 1:
          device.flush(Origin.LOG);
          break;
        default:
          if (random.nextInt(2) == 0) {
            device.write(page, 1, origin, null);
          } else {
            device.read(page, 1, origin, null);
          }
          break;
      }
    }
  }

  private static String everythingCounted(SimulatedDevice device) {
    StringBuilder text = new StringBuilder(device.figures().toString());
    for (OperationKind kind : OperationKind.values()) {
      text.append(device.latency(kind));
      for (Origin origin : Origin.values()) {
        text.append(device.latency(kind, origin));
      }
    }
    return text.toString();
  }

  @Test
  void theSameSeedGivesTheSameFigures() {
    NandDevice first = open(EVERYTHING);
    NandDevice second = open(EVERYTHING);
    work(first, 60_000, 7);
    work(second, 60_000, 7);
    assertThat(everythingCounted(first)).isEqualTo(everythingCounted(second));
    assertThat(first.figures()).isEqualTo(second.figures());
    Conservation.check(first);
    assertThat(first.figures().readRetries()).isPositive();
    assertThat(first.figures().programs().of(Origin.WEAR)).isPositive();
    NandDevice third = open(EVERYTHING + ",seed=2");
    work(third, 60_000, 7);
    assertThat(everythingCounted(third)).isNotEqualTo(everythingCounted(first));
  }

  @Test
  void latenciesAreOfTheirKindAndOrigin() {
    NandDevice device = open("nand:blocks=128,content=off");
    device.write(0, 3, Origin.LEAF, null);
    device.read(0, 1, Origin.INTERNAL, null);
    device.read(0, 2, Origin.LEAF, null);
    assertThat(device.latency(OperationKind.WRITE, Origin.LEAF))
        .extracting(LatencyStats::count, LatencyStats::meanNanos)
        .containsExactly(1L, 900_000.0);
    assertThat(device.latency(OperationKind.READ, Origin.INTERNAL).count()).isEqualTo(1);
    assertThat(device.latency(OperationKind.READ).count()).isEqualTo(2);
    assertThat(device.latency(OperationKind.READ, Origin.LOG)).isEqualTo(LatencyStats.NONE);
    long p50 = device.latency(OperationKind.READ, Origin.INTERNAL).p50Nanos();
    assertThat(p50 / 1000).isEqualTo(30);
    device.resetFigures();
    assertThat(device.latency(OperationKind.READ).count()).isZero();
    assertThat(device.figures().pageReads()).isZero();
    assertThat(device.figures().virtualNanos()).isZero();
  }

  @Test
  void collectionIsSeenInTheTailOnly() {
    NandDevice device =
        open("nand:page=4K,block=64,blocks=512,channels=1,op=15%,timing=parallel,content=off");
    SplittableRandom random = new SplittableRandom(3);
    int pages = (int) device.pageCount();
    for (int i = 0; i < 3 * pages; i++) {
      device.write(i < pages ? i : random.nextInt(pages), 1, Origin.PRECONDITION, null);
    }
    device.resetFigures();
    for (int i = 0; i < 20_000; i++) {
      device.write(random.nextInt(pages), 1, Origin.LEAF, null);
    }
    LatencyStats writes = device.latency(OperationKind.WRITE, Origin.LEAF);
    long alone = 300_000 + (4096 + 128) * 1000L / 40;
    assertThat(writes.p50Nanos()).isBetween(alone - alone / 500, alone + alone / 500);
    assertThat(writes.p9999Nanos()).isGreaterThan(20 * alone);
    assertThat(writes.p50Nanos()).isLessThanOrEqualTo(writes.p90Nanos());
    assertThat(writes.p99Nanos()).isLessThanOrEqualTo(writes.p999Nanos());
    assertThat(writes.p9999Nanos()).isLessThanOrEqualTo(writes.maxNanos());
    DeviceStats figures = device.figures();
    LatencyStats copies = device.latency(OperationKind.WRITE, Origin.GC);
    assertThat(copies.count()).isEqualTo(figures.programs().of(Origin.GC)).isPositive();
    assertThat(device.latency(OperationKind.ERASE, Origin.GC).count())
        .isEqualTo(figures.erases().of(Origin.GC));
    assertThat(device.latency(OperationKind.WRITE).count()).isEqualTo(20_000);
  }

  /** Nine tenths of the device rest; the others are overwritten. */
  @ParameterizedTest
  @ValueSource(strings = {"page", "block", "bast", "fast", "dftl"})
  void wearLevellingSpreadsErases(String layer) {
    double[] deviation = new double[3];
    String[] kinds = {"none", "dynamic", "static"};
    for (int i = 0; i < kinds.length; i++) {
      NandDevice device =
          open(
              "nand:page=512,block=16,blocks=256,op=15%,content=off,wearthreshold=8,wear="
                  + kinds[i]
                  + ",ftl="
                  + layer);
      int pages = (int) device.pageCount();
      SplittableRandom random = new SplittableRandom(6);
      // merges erase more than collection does
      int writes = (layer.equals("page") || layer.equals("dftl") ? 60 : 10) * pages;
      for (int n = 0; n < writes; n++) {
        int page = n < pages ? n : random.nextInt(pages / 10);
        device.write(page, 1, Origin.LEAF, null);
      }
      deviation[i] = device.wear().deviation();
      Conservation.check(device);
      if (kinds[i].equals("static")) {
        assertThat(device.wear().most() - device.wear().fewest()).isLessThanOrEqualTo(10);
      }
    }
    assertThat(deviation[2]).isLessThan(deviation[1] / 4);
    assertThat(deviation[2]).isLessThan(deviation[0] / 4);
  }

  @Test
  void depthUsesTheDies() {
    long[] nanos = new long[2];
    for (int i = 0; i < 2; i++) {
      NandDevice device =
          open("nand:blocks=512,channels=4,ways=1,timing=parallel,content=off,op=15%");
      for (int page = 0; page < 4096; page++) {
        device.write(page, 1, Origin.LEAF, null);
      }
      device.resetFigures();
      device.queueDepth(i == 0 ? 1 : 16);
      for (int page = 0; page < 4096; page++) {
        device.read(page, 1, Origin.LEAF, null);
      }
      nanos[i] = device.figures().virtualNanos();
    }
    assertThat((double) nanos[0] / nanos[1]).isBetween(3.9, 4.01);
  }

  /** Collection of the planes goes on side by side: eight dies are nearly eight times as fast. */
  @Test
  void diesCollectSideBySide() {
    long[] nanos = new long[2];
    for (int i = 0; i < 2; i++) {
      NandDevice device =
          open(
              "nand:page=512,block=16,blocks=2048,op=15%,timing=parallel,content=off,depth=64,channels="
                  + (i == 0 ? 1 : 8));
      SplittableRandom random = new SplittableRandom(8);
      int pages = (int) device.pageCount();
      for (int n = 0; n < 2 * pages; n++) {
        device.write(n < pages ? n : random.nextInt(pages), 1, Origin.PRECONDITION, null);
      }
      Conservation.check(device);
      device.resetFigures();
      for (int n = 0; n < pages; n++) {
        device.write(random.nextInt(pages), 1, Origin.LEAF, null);
      }
      assertThat(device.figures().gcCopies()).isGreaterThan(pages);
      nanos[i] = device.figures().virtualNanos();
    }
    System.out.printf("eight dies: %.2f times as fast%n", (double) nanos[0] / nanos[1]);
    assertThat((double) nanos[0] / nanos[1]).isBetween(6.0, 8.0);
  }

  /** A host whose cold pages always meet the same plane does not fill it up. */
  @Test
  void coldPagesInStepWithThePlanesDoNoHarm() {
    NandDevice device =
        open("nand:page=512,block=16,blocks=512,op=28%,content=off,channels=4,timing=parallel");
    int pages = (int) device.pageCount();
    SplittableRandom random = new SplittableRandom(8);
    int cold = 0;
    for (int n = 0; n < 12 * pages; n++) {
      // every fourth write is cold, and planes take turns
      boolean next = n % 4 == 0;
      int page = next ? cold : pages - 1 - random.nextInt(pages / 20);
      cold = next ? (cold + 1) % (pages * 9 / 10) : cold;
      device.write(page, 1, Origin.LEAF, null);
    }
    assertThat(device.figures().writeAmplification()).isLessThan(2);
    Conservation.check(device);
  }

  @Test
  void arrivalsLeaveTheHostIdle() {
    NandDevice device = open("nand:blocks=128,content=off");
    device.write(0, 1, Origin.HOST, null);
    device.arriveAt(1_000_000);
    device.read(0, 1, Origin.HOST, null);
    assertThat(device.nowNanos()).isEqualTo(1_030_000);
    // arrives while the device is busy: it waits, and that counts
    device.arriveAt(1_010_000);
    device.read(0, 1, Origin.HOST, null);
    assertThat(device.nowNanos()).isEqualTo(1_060_000);
    assertThat(device.latency(OperationKind.READ).maxNanos() / 1000).isEqualTo(50);
  }

  @Test
  void theWriteBufferTakesWritesAndFlushEmptiesIt() {
    NandDevice device = open("nand:blocks=128,content=off,buffer=8K");
    device.write(0, 4, Origin.LEAF, null);
    device.write(0, 4, Origin.LEAF, null);
    assertThat(device.nowNanos()).isZero();
    assertThat(device.figures().pagePrograms()).isZero();
    device.write(4, 1, Origin.LOG, null);
    assertThat(device.figures().programs().of(Origin.LEAF)).isEqualTo(1);
    assertThat(device.nowNanos()).isEqualTo(300_000);
    device.read(4, 1, Origin.LOG, null);
    assertThat(device.figures().pageReads()).isZero();
    device.flush(Origin.LOG);
    assertThat(device.figures().pagePrograms()).isEqualTo(5);
    assertThat(device.nowNanos()).isEqualTo(5 * 300_000);
    Conservation.check(device);
  }

  @Test
  void suspensionShortensReads() {
    long[] p99 = new long[2];
    for (int i = 0; i < 2; i++) {
      NandDevice device =
          open(
              "nand:blocks=128,timing=parallel,content=off,op=28%,depth=4,suspend="
                  + (i == 0 ? "off" : "on"));
      work(device, 40_000, 5);
      p99[i] = device.latency(OperationKind.READ).p99Nanos();
      Conservation.check(device);
    }
    assertThat(p99[1]).isLessThan(p99[0] / 4);
  }

  @Test
  void copyBackAndPlanesSaveTime() {
    long plain = steady("");
    assertThat(steady(",copyback=on")).isLessThan(plain);
    assertThat(steady(",multiplane=on")).isLessThan(plain * 9 / 10);
  }

  private static long steady(String keys) {
    NandDevice device =
        open("nand:blocks=256,planes=2,timing=parallel,content=off,op=28%,depth=4" + keys);
    SplittableRandom random = new SplittableRandom(9);
    int pages = (int) device.pageCount();
    for (int i = 0; i < 2 * pages; i++) {
      device.write(random.nextInt(pages), 1, Origin.LEAF, null);
    }
    Conservation.check(device);
    return device.figures().virtualNanos();
  }

  @Test
  void errorsBeyondCorrectionAreReported() {
    NandDevice device = open("nand:blocks=128,rber=0.01,ecc=0,retries=2,retryfactor=1");
    device.write(0, 1, Origin.LEAF, null);
    assertThatThrownBy(() -> device.read(0, 1, Origin.LEAF, null))
        .isInstanceOf(UncorrectablePageException.class)
        .hasMessageContaining("block 0, page 0");
    DeviceStats figures = device.figures();
    assertThat(figures.readRetries()).isEqualTo(2);
    assertThat(figures.uncorrectableReads()).isEqualTo(1);
    assertThat(figures.virtualMicros()).isEqualTo(300 + 3 * 30);
  }

  @Test
  void retriesCostSenses() {
    // about 169 wrong bits, 50 corrected: two retries halve them twice
    NandDevice device = open("nand:blocks=128,rber=0.01,ecc=50,retries=5,content=off");
    for (int i = 0; i < 100; i++) {
      device.write(i, 1, Origin.LEAF, null);
    }
    device.resetFigures();
    for (int i = 0; i < 100; i++) {
      device.read(i, 1, Origin.LEAF, null);
    }
    assertThat(device.figures().readRetries()).isBetween(195L, 205L);
    assertThat(device.figures().virtualMicros())
        .isEqualTo(30.0 * (100 + device.figures().readRetries()));
  }

  @Test
  void ageMakesErrors() {
    NandDevice device = open("nand:blocks=128,retention=0.0001,ecc=5,retries=0,content=off");
    device.write(0, 1, Origin.LEAF, null);
    device.read(0, 1, Origin.LEAF, null);
    long tenDays = 10 * 86_400_000_000_000L;
    device.arriveAt(tenDays);
    assertThatThrownBy(() -> device.read(0, 1, Origin.LEAF, null))
        .isInstanceOf(UncorrectablePageException.class);
  }

  @Test
  void manyReadsDisturb() {
    NandDevice device = open("nand:blocks=128,disturb=1e-6,ecc=5,retries=0,content=off");
    device.write(0, 1, Origin.LEAF, null);
    int reads = 0;
    try {
      for (; reads < 100_000; reads++) {
        device.read(0, 1, Origin.LEAF, null);
      }
    } catch (UncorrectablePageException e) {
      // 16,896 bits, so six are wrong on average after 355 reads; the unlucky draw comes before
    }
    assertThat(reads).isBetween(20, 355);
  }

  @Test
  void refreshKeepsDisturbedBlocksReadable() {
    NandDevice device =
        open("nand:blocks=64,page=512,block=4,op=100%,disturb=1e-6,ecc=12,retries=0,refresh=200");
    ByteBuffer bytes = ByteBuffer.allocate(512);
    for (int page = 0; page < 40; page++) {
      bytes.putLong(0, page);
      device.write(page, 1, Origin.LEAF, bytes);
    }
    for (int i = 0; i < 20_000; i++) {
      device.read(5, 1, Origin.LEAF, bytes);
      assertThat(bytes.getLong(0)).isEqualTo(5);
    }
    assertThat(device.figures().programs().of(Origin.REFRESH)).isEqualTo(4 * (20_000 / 200));
    Conservation.check(device);
  }

  @Test
  void specsSayWhatIsAllowed() {
    assertThatThrownBy(() -> NandSpec.parse("nand:chip=foo"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("allowed: thesis, tc58nvg1s3e");
    assertThatThrownBy(() -> NandSpec.parse("nand:gc=lru"))
        .hasMessageContaining("greedy, costbenefit, dchoices, fifo");
    assertThatThrownBy(() -> NandSpec.parse("nand:speed=1")).hasMessageContaining("'speed'");
    assertThatThrownBy(() -> NandSpec.parse("nand:blocks=4")).hasMessageContaining("spare");
    assertThatThrownBy(() -> NandSpec.parse("nand:ftl=hybrid"))
        .hasMessageContaining("page, block, bast, fast, dftl, none");
    assertThatThrownBy(() -> NandSpec.parse("nand:ftl=bast,blocks=64,op=1%"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("a greater op or more blocks");
    assertThatThrownBy(() -> NandSpec.parse("nand:ftl=fast,blocks=64,op=30%,logblocks=1"))
        .hasMessageContaining("logblocks=1")
        .hasMessageContaining("2 to");
    assertThatThrownBy(() -> NandSpec.parse("nand:ftl=block,logblocks=3"))
        .hasMessageContaining("'logblocks'");
    assertThatThrownBy(() -> NandSpec.parse("nand:ftl=dftl,blocks=64,op=3%"))
        .hasMessageContaining("translation pages");
    assertThatThrownBy(() -> NandSpec.parse("nand:ftl=dftl,cmt=4")).hasMessageContaining("cmt=4");
    assertThatThrownBy(() -> NandSpec.parse("nand:blocks=64,size=1M"))
        .hasMessageContaining("allowed: one of them");
    assertThatThrownBy(() -> NandSpec.parse("nand:suspend=on"))
        .hasMessageContaining("timing=parallel");
    assertThatThrownBy(() -> NandSpec.parse("nand:read=-1")).hasMessageContaining("read=-1");
    assertThatThrownBy(() -> NandSpec.parse("hdd")).hasMessageContaining("hdd");
    assertThat(NandSpec.parse("nand").open().geometry().sizeBytes()).isEqualTo(512L << 20);
    assertThat(NandSpec.parse("nand:size=1G,channels=2,ways=2").open().geometry().sizeBytes())
        .isEqualTo(1L << 30);
  }

  @Test
  void requestsOutsideAreRefused() {
    NandDevice device = open("nand:blocks=128");
    assertThatThrownBy(() -> device.read(device.pageCount(), 1, Origin.LEAF, null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> device.write(-1, 1, Origin.LEAF, null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> device.write(0, 1, Origin.GC, null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> device.queueDepth(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
