package org.flashgrove.grove.packed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.columns.RandomEntries;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pages with any content are refused as damaged, or answer; nothing else happens. */
class ForgedPageTest {
  private static final int ROUNDS = 300;

  @ParameterizedTest
  @EnumSource
  void forgedBytesAreRefusedOrAnswered(RandomEntries kind) {
    Random random = Seeds.random();
    int refused = 0;
    int answered = 0;
    for (boolean split : new boolean[] {false, true}) {
      PackedPages pages = new PackedPages(split);
      EntryColumns entries = kind.draw(random, 600, true);
      pages.write(entries, pages.fit(entries), 100);
      byte[][] written = {pages.pages[0].clone(), pages.pages[1].clone()};
      for (int round = 0; round < ROUNDS; round++) {
        for (int p = 0; p < written.length; p++) {
          System.arraycopy(written[p], 0, pages.pages[p], 0, written[p].length);
        }
        forge(random, pages.pages[0]);
        if (round % 4 == 0) {
          forge(random, pages.pages[1]);
        }
        try {
          readAll(pages, random);
          answered++;
        } catch (DamagedStoreException e) {
          assertThat(e).hasMessageContaining(PackedPages.FILE).hasMessageContaining("block 3");
          refused++;
        }
      }
    }
    assertThat(refused).isPositive();
    assertThat(answered).isPositive();
  }

  /** Most changes hit the header, some many bytes anywhere. */
  private static void forge(Random random, byte[] page) {
    int at = PackedPages.AT;
    switch (random.nextInt(4)) {
      case 0:
        byte[] noise = new byte[1 + random.nextInt(PackedPages.PAGE - at)];
        random.nextBytes(noise);
        int from = at + random.nextInt(PackedPages.PAGE - at - noise.length + 1);
        System.arraycopy(noise, 0, page, from, noise.length);
        if (random.nextBoolean()) { // with a header that looks right
          PageColumns.writeResidual(page, at);
          page[at + PageColumns.FORM_AT] = (byte) random.nextInt(2);
          page[at + PageColumns.FLAGS_AT] = (byte) random.nextInt(4);
          page[at + PageColumns.X_MODE_AT] = (byte) random.nextInt(11);
          page[at + PageColumns.Y_MODE_AT] = 10;
        }
        break;
      case 1:
        for (int i = random.nextInt(6); i >= 0; i--) {
          page[at + 8 + random.nextInt(PageColumns.HEADER_BYTES - 8)] = (byte) random.nextInt();
        }
        break;
      case 2:
        page[at + PageColumns.X_WIDTH_AT + random.nextInt(5)] = (byte) random.nextInt(66);
        break;
      default:
        page[at + random.nextInt(PackedPages.PAGE - at)] ^= (byte) (1 << random.nextInt(8));
    }
  }

  private static void readAll(PackedPages pages, Random random) {
    PackedPage page = pages.reader;
    page.reset(pages.pages[0], PackedPages.AT, PackedPages.PAGE, 3, 0);
    assertThat(page.count()).isBetween(1, PackedPages.PAGE);
    double[] box = new double[4];
    double x = random.nextGaussian();
    double y = random.nextGaussian();
    page.window(x, y, x + random.nextDouble(), y + random.nextDouble());
    page.scan(random.nextLong(), random.nextLong(), 1 + random.nextInt(64));
    page.scan(1, 0, 1);
    for (int i = 0; i < page.count(); i++) {
      page.outerRectangle(i, box);
      Rectangles.requireValid(box[0], box[1], box[2], box[3]);
      page.id(i);
      page.isDeletion(i);
    }
    for (int k = 0; k < page.residualPages(); k++) {
      page.attach(k, pages.pages[1 + k % 60], PackedPages.AT, PackedPages.PAGE);
    }
    page.settle();
    int words = (page.count() - 1 >> 6) + 1;
    page.rectangles(page.hits(), words, new double[4 * page.count()], 0);
    for (int i = 0; i < page.count(); i++) {
      page.rectangle(i, box);
      Rectangles.requireValid(box[0], box[1], box[2], box[3]);
    }
  }
}
