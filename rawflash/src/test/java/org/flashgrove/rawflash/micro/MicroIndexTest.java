package org.flashgrove.rawflash.micro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.simulator.device.NandSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of MicroHash and MicroGF: bounds, budgets, directories, refusals. */
class MicroIndexTest {
  private static final String DEVICE = "nand:page=512,oob=64,block=16,blocks=64,ftl=none";
  private static final String GRID = "microgf:grid=4,domain=0/0/1/1,memory=16K";

  private static WatchedFlash flash() {
    return new WatchedFlash(NandSpec.parse(DEVICE).openRaw());
  }

  private static MicroIndex open(String spec, RawFlash flash) {
    return spec.startsWith("microhash")
        ? MicroHash.open(flash, MicroHashOptions.parse(spec))
        : MicroGf.open(flash, MicroGfOptions.parse(spec));
  }

  private static List<Long> ordinals(MicroHash hash, long from, long to) {
    List<Long> found = new ArrayList<>();
    hash.keys(
        from,
        to,
        record -> {
          found.add(record.ordinal());
          return VisitResult.CONTINUE;
        });
    return found;
  }

  /**
   * Regular times, and times that jump; each record is found, and no page beyond the bound read.
   */
  @ParameterizedTest
  @CsvSource({"scaled,1", "scaled,1000000", "lowerbound,1", "lowerbound,1000000"})
  void aSearchByTimeReadsNoMoreThanTheBound(String search, int longestJump) {
    WatchedFlash flash = flash();
    MicroHash hash =
        MicroHash.open(
            flash, MicroHashOptions.parse("microhash:buckets=8,memory=12K,search=" + search));
    Random random = Seeds.random();
    List<Long> times = new ArrayList<>();
    long time = 0;
    for (int i = 0; i < 25_000; i++) {
      time += random.nextInt(10) == 0 ? 1 + random.nextInt(longestJump) : 1;
      times.add(time);
      hash.insert(time, random.nextInt(100), i);
    }
    long pages = hash.file.next() - hash.file.oldest();
    assertThat(hash.firstOrdinal()).as("wrapped").isPositive();
    long bound = 2 * (long) Math.ceil(Math.log(pages + 1) / Math.log(2)) + 2;
    List<Long> positions = new ArrayList<>();
    List<Long> firsts = new ArrayList<>();
    for (long page = hash.file.oldest(); page < hash.file.next(); page++) {
      hash.file.load(page);
      if (hash.file.head().kind() == MicroHead.DATA) {
        positions.add(page);
        firsts.add(hash.file.head().ordinal());
      }
    }
    long all = 0;
    int searches = 1_000;
    for (int i = 0; i < searches; i++) {
      long ordinal =
          hash.firstOrdinal() + random.nextInt((int) (hash.flashOrdinal() - hash.firstOrdinal()));
      long wanted = times.get((int) ordinal);
      long before = flash.reads();
      List<Long> found = new ArrayList<>();
      hash.times(
          wanted,
          wanted,
          record -> {
            found.add(record.ordinal());
            return VisitResult.CONTINUE;
          });
      assertThat(found).containsExactly(ordinal);
      // the answer extends to the next page of records, which shows that there are no more
      int at = Collections.binarySearch(firsts, ordinal);
      int page = at >= 0 ? at : -at - 2;
      long end = page + 1 < positions.size() ? positions.get(page + 1) : hash.file.next() - 1;
      long reads = flash.reads() - before;
      assertThat(reads).isLessThanOrEqualTo(bound + end - positions.get(page) + 1);
      all += reads;
    }
    System.out.printf(
        "%s, jumps up to %d: %.1f pages read a search on average of %d pages, bound %d%n",
        search, longestJump, (double) all / searches, pages, bound);
  }

  /** Arrays and buffers are counted anew, by walking through the objects. */
  @ParameterizedTest
  @ValueSource(strings = {"microhash:buckets=16,memory=12K", GRID})
  void theMemoryIsThatOfTheBudget(String spec) throws IllegalAccessException {
    MicroIndex index = open(spec, flash());
    long budget = spec.contains("12K") ? 12 << 10 : 16 << 10;
    long empty = bytes(index, Collections.newSetFromMap(new IdentityHashMap<>()));
    Random random = Seeds.random();
    for (int i = 0; i < 20_000; i++) {
      if (index instanceof MicroHash hash) {
        hash.insert(i, random.nextInt(1_000), i);
      } else {
        ((MicroGf) index).insert(i, i, random.nextDouble(), random.nextDouble());
      }
    }
    long full = bytes(index, Collections.newSetFromMap(new IdentityHashMap<>()));
    assertThat(full).isEqualTo(empty).isLessThanOrEqualTo(budget);
    assertThat(index.memoryBytes()).isLessThanOrEqualTo(budget).isGreaterThan(budget - 64);
    assertThat(full).isEqualTo(index.memoryBytes());
  }

  private static long bytes(Object object, Set<Object> seen) throws IllegalAccessException {
    if (object == null
        || object instanceof RawFlash
        || object instanceof Record
        || object instanceof Enum
        || !object.getClass().getName().startsWith("org.flashgrove.rawflash.micro")
            && !object.getClass().isArray()
            && !(object instanceof ByteBuffer)
        || !seen.add(object)) {
      return 0;
    }
    if (object instanceof ByteBuffer buffer) {
      return buffer.capacity();
    }
    if (object.getClass().isArray()) {
      int width = object instanceof long[] ? Long.BYTES : object instanceof int[] ? 4 : 1;
      return (long) Array.getLength(object) * width;
    }
    long sum = 0;
    for (Class<?> type = object.getClass(); type != Object.class; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          field.setAccessible(true);
          sum += bytes(field.get(object), seen);
        }
      }
    }
    return sum;
  }

  /** Keys move on; the directory follows them, and a search reads few pages of many. */
  @Test
  void theDirectoryFollowsTheKeys() {
    WatchedFlash flash = flash();
    MicroHash hash =
        MicroHash.open(flash, MicroHashOptions.parse("microhash:memory=20K,buckets=16"));
    Random random = Seeds.random();
    for (int i = 0; i < 18_000; i++) {
      hash.insert(i, i / 10 + random.nextInt(200), i);
    }
    assertThat(hash.figures().repartitions()).isGreaterThan(10);
    assertThat(hash.figures().buckets()).isEqualTo(16);
    long before = flash.reads();
    List<Long> found = ordinals(hash, 1_700, 1_700);
    assertThat(found).hasSizeGreaterThan(5);
    long pages = hash.file.next() - hash.file.oldest();
    assertThat(flash.reads() - before).isLessThan(pages / 6);
    assertThat(hash.check()).isEmpty();
  }

  /** Points of one quadrant of one cell fill the parts of two neighbours, not that across. */
  @Test
  void aQuadrantBorrowsFromItsNeighbours() {
    MicroGf grid = (MicroGf) open(GRID, flash());
    long records = 0;
    while (grid.figures().indexPages() == 0) {
      grid.insert(records, records, 0.01, 0.01);
      records++;
    }
    int partEntries = (512 - 24) / 4 / Long.BYTES;
    int taken = (int) (grid.flashOrdinal() - grid.figures().waitingEntries());
    assertThat(taken % (3 * partEntries)).isZero();
    long[] visited = {0};
    grid.point(
        0.01,
        0.01,
        record -> {
          visited[0]++;
          return VisitResult.CONTINUE;
        });
    assertThat(visited[0]).isEqualTo(records);
    assertThat(grid.check()).isEmpty();
  }

  @Test
  void visitorsStop() {
    MicroHash hash =
        MicroHash.open(flash(), MicroHashOptions.parse("microhash:buckets=8,memory=12K"));
    for (int i = 0; i < 5_000; i++) {
      hash.insert(i, i % 3, i);
    }
    for (int stopAt : new int[] {1, 7, 600}) {
      int[] left = {stopAt};
      assertThat(hash.keys(1, 1, record -> VisitResult.continueIf(--left[0] > 0))).isFalse();
      assertThat(left[0]).isZero();
      left[0] = stopAt;
      assertThat(hash.times(0, 9_999, record -> VisitResult.continueIf(--left[0] > 0))).isFalse();
      assertThat(left[0]).isZero();
    }
  }

  @Test
  void whatCannotBeIsRefused() {
    WatchedFlash flash = flash();
    MicroHash hash =
        MicroHash.open(flash, MicroHashOptions.parse("microhash:buckets=8,memory=12K"));
    for (int i = 0; i < 100; i++) {
      hash.insert(i, i, i);
    }
    assertThatThrownBy(() -> hash.insert(98, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("time 98 (allowed: 99 or later)");
    assertThat(hash.nextOrdinal()).isEqualTo(100);
    assertThatThrownBy(
            () -> MicroHash.open(flash, MicroHashOptions.parse("microhash:buckets=4,memory=12K")))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("open it with the settings that created it");
    assertThatThrownBy(() -> open(GRID, flash)).isInstanceOf(SpecException.class);
    assertThatThrownBy(() -> open("microhash:buckets=8,memory=2K", flash()))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("(allowed: 8220 or more)");
    assertThat(open("microhash:buckets=8,memory=8220", flash()).check()).isEmpty();
    assertThatThrownBy(() -> open("microgf:grid=9,domain=0/0/1/1", flash()))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("one page)");
    assertThatThrownBy(() -> MicroGfOptions.parse("microgf"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("domain is missing");
    RawFlash other = flash();
    other.program(
        0,
        0,
        ByteBuffer.allocate(other.geometry().pageBytes()),
        ByteBuffer.allocate(other.geometry().oobBytes()));
    assertThatThrownBy(() -> open(GRID, other))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("pages that do not belong to a circular file");
    assertThatThrownBy(() -> ((MicroGf) open(GRID, flash())).insert(1, 1, Double.NaN, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
