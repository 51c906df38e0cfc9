package org.flashgrove.grove.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.Random;
import java.util.stream.Stream;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.columns.RandomEntries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages keep what they were made of, bit for bit, and answer windows as a scan does. */
class PackedPageTest {
  private static final int PAGES = 6;
  private static final int WINDOWS = 25;

  static Stream<Arguments> kinds() {
    return Stream.of(RandomEntries.values())
        .flatMap(kind -> Stream.of(Arguments.of(kind, false), Arguments.of(kind, true)));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void decodesWhatWasEncodedBitForBit(RandomEntries kind, boolean split) {
    Random random = Seeds.random();
    PackedPages pages = new PackedPages(split);
    double[] box = new double[4];
    for (int round = 0; round < PAGES; round++) {
      EntryColumns entries = kind.draw(random, 1 + random.nextInt(900), round % 3 == 0);
      int count = pages.fit(entries);
      pages.write(entries, count, random.nextInt(300));
      pages.attachAll();
      assertThat(pages.bytes).isLessThanOrEqualTo(PackedPages.PAGE - PackedPages.AT);
      assertThat(pages.reader.count()).isEqualTo(count);
      for (int i = 0; i < count; i++) {
        pages.reader.rectangle(i, box);
        assertThat(entries.isRectangle(i, box[0], box[1], box[2], box[3]))
            .as("entry %s of %s", i, count)
            .isTrue();
        assertThat(pages.reader.id(i)).isEqualTo(entries.id(i));
        assertThat(pages.reader.isDeletion(i)).isEqualTo(entries.isDeletion(i));
      }
      EntryColumns decoded = new EntryColumns(1);
      pages.reader.appendTo(decoded);
      assertThat(decoded.size()).isEqualTo(count);
      for (int i = 0; i < count; i++) {
        assertThat(decoded.matches(i, entries, i)).isTrue();
        assertThat(decoded.isDeletion(i)).isEqualTo(entries.isDeletion(i));
      }
      checkRectanglesOfSome(pages.reader, entries, random);
    }
  }

  private static void checkRectanglesOfSome(PackedPage page, EntryColumns entries, Random random) {
    int count = page.count();
    int words = (count - 1 >> 6) + 1;
    long[] some = new long[words];
    for (int i = 0; i < count; i++) {
      some[i >> 6] |= (random.nextInt(3) == 0 ? 1L : 0L) << i;
    }
    double[] boxes = new double[4 * (count + 1)];
    page.rectangles(some, words, boxes, 1);
    int at = 0;
    for (int i = 0; i < count; i++) {
      if (bit(some, i)) {
        at += 4;
        assertThat(entries.isRectangle(i, boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]))
            .as("entry %s of %s", i, count)
            .isTrue();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void windowsFindWhatAScanFinds(RandomEntries kind, boolean split) {
    Random random = Seeds.random();
    PackedPages pages = new PackedPages(split);
    for (int round = 0; round < PAGES; round++) {
      EntryColumns entries = kind.draw(random, 1 + random.nextInt(900), round % 3 == 0);
      int count = pages.fit(entries);
      pages.write(entries, count, random.nextInt(300));
      for (int window = 0; window < WINDOWS; window++) {
        double[] query = window(random, entries, count);
        pages.reader.reset(pages.pages[0], PackedPages.AT, PackedPages.PAGE, 3, 0);
        checkWindow(pages, entries, count, query, random);
      }
    }
  }

  private static void checkWindow(
      PackedPages pages, EntryColumns entries, int count, double[] query, Random random) {
    PackedPage page = pages.reader;
    int runs = 1 << random.nextInt(7);
    long all = -1L >>> 64 - runs;
    long met = runs == 1 ? 1 : all & (random.nextLong() | random.nextLong());
    long inside = met & random.nextLong() & random.nextLong() & (runs == 1 ? 0 : -1);
    page.window(query[0], query[1], query[2], query[3]);
    page.scan(met, inside, runs);
    int unsure = page.unsureCount();
    if (unsure > 0) {
      assertThat(page.residualPages()).isPositive();
      for (int i = 0; i < count; i++) {
        boolean hit = bit(page.hits(), i);
        boolean open = bit(page.unsure(), i);
        boolean expected = expected(entries, i, count, query, met, inside, runs);
        if (open ? !hit : hit != expected) {
          fail("entry %s of %s in %s runs: expected %s", i, count, runs, expected);
        }
      }
      pages.attachAll();
      page.settle();
      assertThat(page.unsureCount()).isZero();
    }
    for (int i = 0; i < count; i++) {
      boolean expected = expected(entries, i, count, query, met, inside, runs);
      if (bit(page.unsure(), i) || bit(page.hits(), i) != expected) {
        fail("entry %s of %s in %s runs: expected %s", i, count, runs, expected);
      }
    }
    for (int i = count; i < (count - 1 >> 6) + 1 << 6; i++) {
      assertThat(bit(page.hits(), i)).isFalse();
    }
    long[] ids = new long[count + 1];
    page.ids(page.hits(), (count - 1 >> 6) + 1, ids, 1);
    int at = 0;
    for (int i = 0; i < count; i++) {
      if (bit(page.hits(), i) && ids[++at] != entries.id(i)) {
        fail("entry %s has id %s", i, ids[at]);
      }
    }
  }

  private static boolean bit(long[] bits, int i) {
    return (bits[i >> 6] >>> i & 1) != 0;
  }

  private static boolean expected(
      EntryColumns entries, int i, int count, double[] query, long met, long inside, int runs) {
    int run = (int) (((long) (i + 1) * runs - 1) / count); // the run with start <= i < end
    if ((met >>> run & 1) == 0) {
      return false;
    }
    return (inside >>> run & 1) != 0
        || Rectangles.intersects(
            query[0],
            query[1],
            query[2],
            query[3],
            entries.minX(i),
            entries.minY(i),
            entries.maxX(i),
            entries.maxY(i));
  }

  /** Windows with sides at coordinates of entries, beside them, or anywhere between. */
  private static double[] window(Random random, EntryColumns entries, int count) {
    double x1 = side(random, entries.minX(random.nextInt(count)), entries.maxX(0));
    double x2 = side(random, entries.maxX(random.nextInt(count)), entries.minX(0));
    double y1 = side(random, entries.minY(random.nextInt(count)), entries.maxY(0));
    double y2 = side(random, entries.maxY(random.nextInt(count)), entries.minY(0));
    return new double[] {Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)};
  }

  private static double side(Random random, double at, double other) {
    switch (random.nextInt(8)) {
      case 0:
        return Math.nextUp(at);
      case 1:
        return Math.nextDown(at);
      case 2:
        return 0.5 * at + 0.5 * other;
      case 3:
        return at == 0 ? -at : at * (1 + random.nextGaussian() * 1e-4);
      case 4:
        return random.nextInt(4) == 0 ? Double.NEGATIVE_INFINITY : at;
      case 5:
        return random.nextInt(4) == 0 ? Double.POSITIVE_INFINITY : at;
      default:
        return at;
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void outerRectanglesHoldTheirEntriesWithoutRows(RandomEntries kind, boolean split) {
    Random random = Seeds.random();
    PackedPages pages = new PackedPages(split);
    double[] box = new double[4];
    for (int round = 0; round < PAGES; round++) {
      EntryColumns entries = kind.draw(random, 1 + random.nextInt(900), round % 3 == 0);
      int count = pages.fit(entries);
      pages.write(entries, count, random.nextInt(300));
      for (int i = 0; i < count; i++) {
        pages.reader.outerRectangle(i, box);
        assertThat(box[0] <= entries.minX(i) && box[2] >= entries.maxX(i)).isTrue();
        assertThat(box[1] <= entries.minY(i) && box[3] >= entries.maxY(i)).isTrue();
        if (pages.reader.residualPages() == 0) {
          assertThat(entries.isRectangle(i, box[0], box[1], box[2], box[3])).isTrue();
        }
      }
    }
  }

  @Test
  void rowsThatAreNotAttachedAreAskedFor() {
    EntryColumns entries = RandomEntries.POINTS.draw(Seeds.random(), 500, false);
    PackedPages pages = new PackedPages(true);
    pages.write(entries, pages.fit(entries), 300); // so that they go on on a second page
    PackedPage page = pages.reader;
    assertThat(page.residualPages()).isGreaterThan(1);
    int last = page.count() - 1;
    double[] box = new double[4];
    pages.attach(0);
    assertThat(page.isExact(0)).isTrue();
    assertThat(page.isExact(last)).isFalse();
    page.rectangle(0, box);
    assertThatThrownBy(() -> page.rectangle(last, box)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void settlesOnlyWhatIsAttached() {
    EntryColumns entries = RandomEntries.POINTS.draw(Seeds.random(), 500, false);
    PackedPages pages = new PackedPages(true);
    pages.write(entries, pages.fit(entries), 300); // so that they go on on a second page
    PackedPage page = pages.reader;
    int last = page.count() - 1;
    double x = entries.minX(last);
    double y = entries.minY(last);
    page.window(x, y, x, y);
    page.scan(1, 0, 1);
    assertThat(page.unsureCount()).isEqualTo(1);
    pages.attach(0);
    page.settle();
    assertThat(page.unsureCount()).isEqualTo(1);
    pages.attachAll();
    page.settle();
    assertThat(page.unsureCount()).isZero();
    assertThat(bit(page.hits(), last)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void bitsForeseenAreBytesWritten(RandomEntries kind, boolean split) {
    Random random = Seeds.random();
    EntryColumns entries = kind.draw(random, 400, false);
    PackedWriter writer = new PackedWriter(split);
    for (int count = 1; count <= 400; count += 57) {
      long bytes = writer.measure(entries, 0, count);
      long foreseen =
          PackedPages.PAGE
              - PackedPages.AT
              - PackedWriter.columnBits(PackedPages.PAGE - PackedPages.AT) / 8
              + (long) count * writer.entryBits() / 8;
      assertThat(bytes).isBetween(foreseen - 1, foreseen + 40); // columns end with whole words
    }
  }
}
