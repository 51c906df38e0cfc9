package org.flashgrove.grove.packed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.flashgrove.grove.columns.EntryColumns;

/** A page and its residual pages in one place, as tests write and read them. */
final class PackedPages {
  static final String FILE = "test.pages";
  static final int AT = 32;
  static final int PAGE = 4096;
  private static final int MAX_PAGES = 64;

  final byte[][] pages = new byte[MAX_PAGES][PAGE];
  final PackedPage reader = new PackedPage(FILE);
  private final PackedWriter writer;
  private final ResidualPosition rows = new ResidualPosition(PAGE - AT);
  int bytes;

  PackedPages(boolean split) {
    writer = new PackedWriter(split);
  }

  /** The most entries from the front of a list that fit the page. */
  int fit(EntryColumns entries) {
    int count = entries.size();
    while (writer.measure(entries, 0, count) > PAGE - AT) {
      count -= Math.max(1, count / 16);
    }
    return count;
  }

  /**
   * Encodes entries on page 0, whose rows begin somewhere on page 1, and reads it back with all
   * rows attached.
   *
   * @param firstRows rows of other pages that come first
   */
  void write(EntryColumns entries, int count, int firstRows) {
    bytes = writer.measure(entries, 0, count);
    for (byte[] page : pages) {
      Arrays.fill(page, (byte) 0x5a);
    }
    rows.reset();
    byte[][] residual = Arrays.copyOfRange(pages, 1, MAX_PAGES);
    int others = writer.residualBits() == 0 ? 0 : firstRows;
    rows.skip(others, writer.residualBits());
    byte[] begun = residual[rows.page()];
    PageColumns.writeResidual(begun, AT);
    Arrays.fill(begun, AT + PageColumns.RESIDUAL_HEADER_BYTES, PAGE, (byte) 0);
    rows.makeRoom(writer.residualBits());
    writer.encode(pages[0], AT, PAGE, rows);
    writer.encodeRows(rows, residual, AT);
    for (int i = 0; i < AT; i++) {
      assertThat(pages[0][i]).isEqualTo((byte) 0x5a);
    }
    reader.reset(pages[0], AT, PAGE, 3, 0);
  }

  /** Attaches one of the reader's residual pages, which stand behind page 0. */
  void attach(int k) {
    reader.attach(k, pages[1 + reader.residual(k, pages.length - 1)], AT, PAGE);
  }

  void attachAll() {
    for (int k = 0; k < reader.residualPages(); k++) {
      attach(k);
    }
  }
}
