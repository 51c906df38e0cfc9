package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.ftl.space.WornOutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random writes, trims, reads, flushes and power losses: what is read is what was acknowledged as
 * flushed or something newer that was written, never anything else.
 */
class DurabilityTest {
  private static final int STEPS = 4000;
  private static final Origin[] ORIGINS = {
    Origin.LEAF, Origin.INTERNAL, Origin.LOG, Origin.MAP, Origin.HEAP
  };

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",gc=costbenefit",
        ",gc=dchoices,d=3",
        ",gc=fifo",
        ",streams=shared",
        ",streams=hotcold,wear=static,wearthreshold=2",
        ",buffer=512",
        ",buffer=512,capacitor=on",
        ",streams=origin,blocks=64",
        ",blocks=128,channels=2,ways=2,planes=2,timing=parallel,multiplane=on,suspend=on,copyback=on,depth=4",
        ",programfail=0.002,erasefail=0.002,blocks=64",
        ",factorybad=3,blocks=40",
        ",endurance=20,refresh=30,blocks=32",
        ",refresh=20",
        ",endurance=40,wear=static,wearthreshold=3,blocks=32",
        ",endurance=25,gc=fifo,buffer=256,programfail=0.001",
        ",rber=0.002,ecc=2,retries=20",
        ",ftl=block",
        ",ftl=block,wear=static,wearthreshold=3,refresh=30",
        ",ftl=block,blocks=128,channels=2,ways=2,planes=2,timing=parallel,multiplane=on,suspend=on,copyback=on,depth=4",
        ",ftl=block,programfail=0.002,erasefail=0.002,blocks=64",
        ",ftl=block,endurance=40,factorybad=3,buffer=512,blocks=64",
        ",ftl=bast",
        ",ftl=bast,wear=static,wearthreshold=3,refresh=30",
        ",ftl=bast,blocks=128,channels=2,ways=2,planes=2,timing=parallel,multiplane=on,suspend=on,copyback=on,depth=4",
        ",ftl=bast,programfail=0.002,erasefail=0.002,blocks=64",
        ",ftl=bast,endurance=40,factorybad=3,buffer=512,blocks=64",
        ",ftl=fast",
        ",ftl=fast,wear=static,wearthreshold=3,refresh=30",
        ",ftl=fast,blocks=128,channels=2,ways=2,planes=2,timing=parallel,multiplane=on,suspend=on,copyback=on,depth=4",
        ",ftl=fast,programfail=0.002,erasefail=0.002,blocks=64",
        ",ftl=fast,endurance=40,factorybad=3,buffer=512,blocks=64",
        ",ftl=dftl,cmt=64",
        ",ftl=dftl,cmt=200,cache=lru,writeback=page,wear=static,wearthreshold=3,refresh=30,blocks=32",
        ",ftl=dftl,cmt=200,blocks=128,channels=2,ways=2,planes=2,timing=parallel,multiplane=on,suspend=on,copyback=on,depth=4",
        ",ftl=dftl,cmt=8,programfail=0.002,erasefail=0.002,blocks=64,gc=costbenefit",
        ",ftl=dftl,cmt=100,endurance=40,factorybad=3,buffer=512,blocks=64,writeback=page",
        ",ftl=bast,logblocks=1,blocks=24",
        ",ftl=fast,logblocks=2,blocks=24",
        ",blocks=480",
        ",ftl=dftl,blocks=480",
        ",idlestart=20%,idlestop=30%",
        ",idlestart=10%,idlevalid=90%,streams=shared,wear=static,wearthreshold=2,buffer=512",
        ",idlestart=40%,idlestop=50%,idlevalid=100%,gc=fifo,endurance=25,programfail=0.001,blocks=64",
        ",idlestart=20%,blocks=128,channels=2,ways=2,planes=2,timing=parallel,suspend=on,depth=4",
        ",ftl=dftl,cmt=64,idlestart=20%,idlestop=30%,erasefail=0.002",
      })
  void returnsWhatWasAcknowledged(String keys) {
    String blocks = keys.contains("blocks=") ? "" : ",blocks=24";
    String wear = keys.contains("wear=") ? "" : ",wear=none";
    NandSpec spec = NandSpec.parse("nand:page=64,block=8,op=60%" + wear + blocks + keys);
    Random random = Seeds.random();
    new Run(spec.open(), random).steps(STEPS);
  }

  /** Devices with units: a plain drive by page map and by log blocks, handles, zones. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "nand:page=512,block=8,blocks=128,op=40%,unit=4K,open=3,wear=none",
        "nand:page=512,block=8,blocks=128,op=40%,unit=8K,open=2,buffer=4K,compensate=off",
        "nand:page=512,block=8,blocks=128,op=40%,ftl=fast,unit=4K,open=2",
        "fdp:chip=thesis,size=1M,ru=16K,op=30%,handles=4,unit=16K",
        "fdp:chip=thesis,size=1M,ru=16K,op=30%,handles=3,isolation=persistent",
        "fdp:chip=thesis,size=2M,ru=16K,op=30%,handles=1,unit=32K,open=2",
        "zns:chip=thesis,size=1M,zone=16K,open=3",
      })
  void devicesWithUnitsReturnWhatWasAcknowledged(String spec) {
    new Run(SimulatedDevices.of(Spec.parse(spec)).open(), Seeds.random()).steps(STEPS);
  }

  /** More than a million steps, with a power cut about every 60 steps. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "nand:page=512,block=8,blocks=128,op=40%,unit=4K,open=3,wear=none",
        "fdp:chip=thesis,size=1M,ru=16K,op=30%,handles=4,unit=16K",
        "zns:chip=thesis,size=1M,zone=16K,open=3",
      })
  void devicesWithUnitsReturnWhatWasAcknowledgedForLong(String spec) {
    new Run(SimulatedDevices.of(Spec.parse(spec)).open(), Seeds.random()).steps(400_000);
  }

  /** Many more steps of everything at once. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"greedy", "costbenefit", "dchoices", "fifo"})
  void returnsWhatWasAcknowledgedForLong(String policy) {
    NandSpec spec =
        NandSpec.parse(
            "nand:page=64,block=8,blocks=160,channels=2,ways=2,planes=2,timing=parallel,op=60%,depth=4,"
                + "multiplane=on,suspend=on,copyback=on,streams=hotcold,wear=static,wearthreshold=4,"
                + "buffer=1K,refresh=100,rber=0.001,ecc=2,retries=20,gc="
                + policy);
    new Run(spec.open(), Seeds.random()).steps(300_000);
  }

  /** The other layers with all their state. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"block", "bast,logblocks=5", "fast,logblocks=5", "dftl,cmt=400"})
  void layersReturnWhatWasAcknowledgedForLong(String layer) {
    NandSpec spec =
        NandSpec.parse(
            "nand:page=64,block=8,blocks=160,channels=2,ways=2,planes=2,timing=parallel,op=60%,depth=4,"
                + "multiplane=on,suspend=on,copyback=on,wear=static,wearthreshold=4,buffer=1K,"
                + "refresh=100,rber=0.001,ecc=2,retries=20,ftl="
                + layer);
    new Run(spec.open(), Seeds.random()).steps(100_000);
  }

  /** Bitmaps of trims that several flushes write, on devices that collect often. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"page", "dftl"})
  void bitmapsOfSeveralFlushesReturnWhatWasAcknowledgedForLong(String layer) {
    NandSpec spec = NandSpec.parse("nand:page=64,block=8,blocks=480,op=25%,wear=none,ftl=" + layer);
    new Run(spec.open(), Seeds.random()).steps(60_000);
  }

  /** A device and what its pages may hold. */
  private static final class Run {
    private final SimulatedDevice device;
    private final Random random;
    private final int pages;

    /** Content that must be there; 0 for zeros. */
    private final long[] acknowledged;

    /** What came since the last flush, the newest last in {@link #current}. */
    private final Set<Long>[] since;

    private final long[] current;
    private final ByteBuffer bytes;
    private long nextValue = 1;

    @SuppressWarnings("unchecked")
    Run(SimulatedDevice device, Random random) {
      this.device = device;
      this.random = random;
      pages = (int) device.capacityPages();
      acknowledged = new long[pages];
      current = new long[pages];
      since = new Set[pages];
      for (int i = 0; i < pages; i++) {
        since[i] = new HashSet<>();
      }
      bytes = ByteBuffer.allocateDirect(8 * device.pageBytes());
    }

    void steps(int steps) {
      int losses = 0;
      int done = 0;
      for (int step = 0; step < steps; step++) {
        if (random.nextInt(60) == 0) {
          device.cutPowerAt(1 + random.nextInt(40));
        }
        done++;
        try {
          step();
        } catch (PowerLossException e) {
          losses++;
          restart();
        } catch (WornOutException e) {
          // failing blocks have used up what was spare: reads go on
          assertThat(device.figures().badBlocks()).isGreaterThan(2);
          break;
        }
        if (random.nextInt(400) == 0) {
          device.cutPower();
          restart();
        }
      }
      assertThat(losses).isGreaterThan(done / 300);
      device.cutPower(); // no cut is armed any more
      device.restart();
      settle();
      for (int page = 0; page < pages; page++) {
        verify(page, 1);
      }
      if (device instanceof NandDevice nand) {
        Conservation.check(nand);
      }
    }

    private void step() {
      if (random.nextInt(10) == 0) {
        device.arriveAt(device.nowNanos() + random.nextInt(20_000_000));
      }
      int count = 1 + random.nextInt(4);
      int first = random.nextInt(pages - count + 1);
      if (random.nextInt(3) > 0) {
        first = Math.min(first / 4, pages - count);
      }
      int choice = random.nextInt(100);
      if (choice < 60) {
        write(first, count);
      } else if (choice < 70) {
        trim(first, count);
      } else if (choice < 92) {
        verify(first, count);
      } else {
        device.flush(Origin.LOG);
        flushed();
      }
    }

    private void write(int first, int count) {
      for (int i = 0; i < count; i++) {
        long value = nextValue++;
        for (int at = 0; at < device.pageBytes(); at += 8) {
          bytes.putLong(i * device.pageBytes() + at, value);
        }
        since[first + i].add(value);
      }
      long before = nextValue - count;
      device.write(first, count, ORIGINS[random.nextInt(ORIGINS.length)], bytes);
      for (int i = 0; i < count; i++) {
        current[first + i] = before + i;
      }
    }

    private void trim(int first, int count) {
      for (int i = 0; i < count; i++) {
        since[first + i].add(0L);
      }
      device.trim(first, count, Origin.HEAP);
      for (int i = 0; i < count; i++) {
        current[first + i] = 0;
      }
    }

    private void flushed() {
      for (int page = 0; page < pages; page++) {
        acknowledged[page] = current[page];
        since[page].clear();
      }
    }

    private void restart() {
      for (int tries = 0; ; tries++) {
        if (random.nextInt(2) == 0) {
          device.cutPowerAt(1 + random.nextInt(5));
        }
        try {
          device.restart();
          settle();
          break;
        } catch (PowerLossException e) {
          assertThat(tries).isLessThan(1000);
        }
      }
    }

    /** After a power loss each page has one of its possible contents, which is its content now. */
    private void settle() {
      for (int page = 0; page < pages; page++) {
        device.read(page, 1, Origin.HEAP, bytes);
        long value = value(0);
        if (value != acknowledged[page] && !since[page].contains(value)) {
          fail(
              "page %d holds %d, flushed was %d, since then %s",
              page, value, acknowledged[page], since[page]);
        }
        current[page] = value;
        // not flushed yet: another power loss may still bring back the older content
      }
    }

    private void verify(int first, int count) {
      device.read(first, count, Origin.LEAF, bytes);
      for (int i = 0; i < count; i++) {
        assertThat(value(i)).as("page %d", first + i).isEqualTo(current[first + i]);
      }
    }

    private long value(int index) {
      long value = bytes.getLong(index * device.pageBytes());
      for (int at = 0; at < device.pageBytes(); at += 8) {
        assertThat(bytes.getLong(index * device.pageBytes() + at)).isEqualTo(value);
      }
      return value;
    }
  }
}
