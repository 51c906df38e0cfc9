package org.flashgrove.rawflash.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.rawflash.mutree.TornFlash;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.device.NandRawFlash;
import org.flashgrove.simulator.device.NandSpec;

/**
 * A structure on simulated flash beside a list of all records ever appended: random operations,
 * power cuts in the middle of a program or an erase, also while it is opened, and comparisons.
 */
final class MicroOnFlash {
  private final NandRawFlash chip;
  private final WatchedFlash flash;
  private final TornFlash.Torn torn;
  private final Spec spec;
  private final Random random;
  private final int keys;

  /** Records from {@link #base} on: time, key, value or x, y. */
  private final List<long[]> records = new ArrayList<>();

  private long base;
  private MicroIndex index;
  private long time;
  private long cuts;
  private long lost;

  MicroOnFlash(String device, TornFlash.Torn torn, String spec, int keys, Random random) {
    chip = NandSpec.parse(device).openRaw();
    flash = new WatchedFlash(new TornFlash(chip, torn));
    this.torn = torn;
    this.spec = Spec.parse(spec);
    this.keys = keys;
    this.random = random;
    index = open();
  }

  private MicroIndex open() {
    return spec.name().equals(MicroHashOptions.NAME)
        ? MicroHash.open(flash, MicroHashOptions.of(Spec.parse(spec.toString())))
        : MicroGf.open(flash, MicroGfOptions.of(Spec.parse(spec.toString())));
  }

  MicroIndex index() {
    return index;
  }

  WatchedFlash flash() {
    return flash;
  }

  NandRawFlash chip() {
    return chip;
  }

  long cuts() {
    return cuts;
  }

  long lost() {
    return lost;
  }

  /**
   * Runs random operations.
   *
   * @param cutEvery programs and erases between two power cuts on average; 0 for none
   */
  void run(int operations, int cutEvery) {
    arm(cutEvery);
    for (int i = 0; i < operations; i++) {
      int kind = random.nextInt(1_000);
      try {
        if (kind < 900) {
          insert();
        } else if (kind < 902) {
          index.flush();
        } else if (kind < 940) {
          times();
        } else {
          search();
        }
      } catch (PowerLossException e) {
        cuts++;
        recover();
        arm(cutEvery);
      }
    }
    powerOn();
  }

  private void arm(int cutEvery) {
    if (cutEvery > 0) {
      chip.cutPowerAt(1 + random.nextInt(2 * cutEvery));
    }
  }

  private void powerOn() {
    chip.cutPower();
    chip.restart();
  }

  /** Appends a record; times stand still, go on, and now and then jump. */
  void insert() {
    int step = random.nextInt(100);
    time += step < 30 ? 0 : step < 99 ? random.nextInt(5) : random.nextInt(2_000);
    long key = key();
    long[] words;
    if (index instanceof MicroHash) {
      words = new long[] {time, key, random.nextLong()};
    } else {
      double x = coordinate();
      double y = random.nextInt(20) == 0 ? x : coordinate();
      words = new long[] {time, key, Double.doubleToRawLongBits(x), Double.doubleToRawLongBits(y)};
    }
    records.add(words);
    long next = index.nextOrdinal();
    long ordinal =
        index instanceof MicroHash hash
            ? hash.insert(time, key, words[2])
            : ((MicroGf) index)
                .insert(
                    time,
                    key,
                    Double.longBitsToDouble(words[2]),
                    Double.longBitsToDouble(words[3]));
    assertThat(ordinal).isEqualTo(next).isEqualTo(base + records.size() - 1);
  }

  private long key() {
    // most keys are few, and those change with time
    return random.nextInt(10) < 7
        ? time / 500 % 7 * 10 + random.nextInt(20)
        : random.nextInt(keys) - keys / 2;
  }

  private double coordinate() {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(9) / 8.0;
      case 1 -> random.nextDouble() * 3 - 1;
      default -> random.nextDouble() * 0.3;
    };
  }

  private void times() {
    long from = random.nextInt(50) == 0 ? Long.MIN_VALUE : time - random.nextInt(3_000);
    long to = random.nextInt(50) == 0 ? Long.MAX_VALUE : from + random.nextInt(200);
    List<Long> found = new ArrayList<>();
    assertThat(index.times(from, to, record -> add(found, record))).isTrue();
    assertThat(found).isEqualTo(expected(words -> words[0] >= from && words[0] <= to));
  }

  private void search() {
    List<Long> found = new ArrayList<>();
    List<Long> right;
    if (index instanceof MicroHash hash) {
      long from = key();
      long to = random.nextBoolean() ? from : from + random.nextInt(keys / 4 + 1);
      assertThat(hash.keys(from, to, record -> add(found, record))).isTrue();
      right = expected(words -> words[1] >= from && words[1] <= to);
    } else {
      double minX = coordinate();
      double minY = coordinate();
      double maxX = minX + (random.nextBoolean() ? 0 : random.nextDouble() * 0.3);
      double maxY = random.nextBoolean() ? minY : minY + random.nextDouble() * 0.3;
      assertThat(((MicroGf) index).window(minX, minY, maxX, maxY, record -> add(found, record)))
          .isTrue();
      right =
          expected(
              words -> {
                double x = Double.longBitsToDouble(words[2]);
                double y = Double.longBitsToDouble(words[3]);
                return x >= minX && x <= maxX && y >= minY && y <= maxY;
              });
    }
    assertThat(new TreeSet<>(found)).hasSize(found.size());
    assertThat(new ArrayList<>(new TreeSet<>(found))).isEqualTo(right);
  }

  private VisitResult add(List<Long> found, MicroRecord record) {
    assertThat(record.words).isEqualTo(records.get((int) (record.ordinal() - base)));
    found.add(record.ordinal());
    return VisitResult.CONTINUE;
  }

  private List<Long> expected(Predicate<long[]> test) {
    List<Long> expected = new ArrayList<>();
    for (long each = index.firstOrdinal(); each < index.nextOrdinal(); each++) {
      if (test.test(records.get((int) (each - base)))) {
        expected.add(each);
      }
    }
    return expected;
  }

  /** Opens it again: what is there are the records of the whole pages, neither more nor less. */
  private void recover() {
    WatchedFlash.Page cutPage = flash.torn();
    boolean open = false;
    while (!open) {
      powerOn();
      if (random.nextInt(3) == 0) {
        chip.cutPowerAt(1 + random.nextInt(5));
      }
      try {
        index = open();
        open = true;
      } catch (PowerLossException e) {
        cuts++;
      }
    }
    powerOn();
    if (cutPage != null && torn == TornFlash.Torn.NOTHING) {
      flash.wasWhole(cutPage);
    }
    assertThat(index.nextOrdinal()).isEqualTo(flash.end());
    assertThat(index.firstOrdinal()).isEqualTo(flash.first(index.nextOrdinal()));
    while (base + records.size() > index.nextOrdinal()) {
      records.remove(records.size() - 1);
      lost++;
    }
    time = Math.max(index.newestTime(), records.isEmpty() ? 0 : time);
    assertThat(index.check()).isEmpty();
  }

  /** Compares everything, and forgets the records that have been overwritten. */
  void requireSame() {
    assertThat(index.check()).isEmpty();
    assertThat(index.flashOrdinal()).isEqualTo(flash.end());
    assertThat(index.firstOrdinal()).isEqualTo(flash.first(index.flashOrdinal()));
    assertThat(index.nextOrdinal()).isEqualTo(base + records.size());
    List<Long> found = new ArrayList<>();
    index.times(Long.MIN_VALUE, Long.MAX_VALUE, record -> add(found, record));
    assertThat(found).isEqualTo(expected(words -> true));
    for (int i = 0; i < 50; i++) {
      search();
      times();
    }
    int gone = (int) (index.firstOrdinal() - base);
    records.subList(0, gone).clear();
    base += gone;
  }
}
