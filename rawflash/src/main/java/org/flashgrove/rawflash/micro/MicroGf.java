package org.flashgrove.rawflash.micro;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.indexes.tree.Domain;

/**
 * MicroGF, a grid file for records of a time, an id and a point. Records are found by window or by
 * time. A window search uses a fixed grid, in which each cell has a chain of index pages.
 *
 * <p>An index page belongs to one cell and is divided into four sections, one for each quadrant of
 * the cell. If the section of a quadrant is full, further entries of the quadrant go to the section
 * of an adjacent quadrant. If these sections are full too, the page is full. Each entry contains
 * the quadrant of its point, so that searches do not read records of other quadrants.
 */
public final class MicroGf extends MicroIndex {
  private static final long NO_PAGE = -1;
  private static final int QUADRANTS = 4;
  private static final int QUADRANT_BITS = 2;
  private static final int CELL_OFFSET = Long.BYTES;
  private static final int COUNTS_OFFSET = 2 * Long.BYTES;
  private static final int PARTS_OFFSET = COUNTS_OFFSET + QUADRANTS * Short.BYTES;

  private final int grid;
  private final Domain domain;
  private final long[] heads;

  /** Maximum number of entries in the section of a quadrant in an index page. */
  private final int partEntries;

  private int composedCell;

  private MicroGf(RawFlash flash, MicroGfOptions options) {
    super(flash, options);
    grid = options.grid();
    domain = options.domain();
    heads = new long[grid * grid];
    Arrays.fill(heads, NO_PAGE);
    partEntries = (file.pageBytes() - PARTS_OFFSET) / QUADRANTS / Long.BYTES;
    recover();
  }

  /**
   * Opens the structure on a flash. Erased flash becomes an empty structure.
   *
   * @throws org.flashgrove.core.spec.SpecException if the flash is unsuitable or contains a
   *     structure with other settings
   * @throws org.flashgrove.core.failure.StoreException if the structure is damaged or of a newer
   *     version, or the flash contains something else
   */
  public static MicroGf open(RawFlash flash, MicroGfOptions options) {
    options.requireFits(flash.geometry());
    return new MicroGf(flash, options);
  }

  /**
   * Appends a record.
   *
   * @param time time of the record, at least the time of the newest record
   * @return the number of the record
   * @throws IllegalArgumentException if {@code time} is before the newest record, or a coordinate
   *     is NaN or infinite
   */
  public long insert(long time, long id, double x, double y) {
    Rectangles.requireValid(x, y, x, y);
    record.words[0] = time;
    record.words[1] = id;
    record.words[2] = Double.doubleToRawLongBits(x);
    record.words[3] = Double.doubleToRawLongBits(y);
    return append();
  }

  /**
   * Returns the index of the half cell that contains a coordinate, in one dimension of the grid.
   * Each cell consists of two halves, which are numbered from the start of the grid.
   */
  private int half(double value, double min, double max) {
    double part = max > min ? (value - min) / (max - min) : 0;
    return (int) Math.max(0, Math.min(2.0 * grid - 1, Math.floor(part * 2 * grid)));
  }

  private int halfX(double x) {
    return half(x, domain.minX(), domain.maxX());
  }

  private int halfY(double y) {
    return half(y, domain.minY(), domain.maxY());
  }

  private int cell(int halfX, int halfY) {
    return halfY / 2 * grid + halfX / 2;
  }

  private static int quadrant(int halfX, int halfY) {
    return (halfX & 1) | (halfY & 1) << 1;
  }

  /**
   * Visits the records whose points are in a closed window: first the records in memory, then those
   * on flash, cell by cell. The visitor must not call the structure.
   *
   * @return false if the visitor stopped
   */
  public boolean window(double minX, double minY, double maxX, double maxY, RecordVisitor visitor) {
    requireUsable();
    Rectangles.requireValid(minX, minY, maxX, maxY);
    RecordSearch search =
        search(
            found ->
                found.x() >= minX && found.x() <= maxX && found.y() >= minY && found.y() <= maxY,
            visitor);
    if (!visitRam(search)) {
      return false;
    }
    int left = halfX(minX);
    int right = halfX(maxX);
    int bottom = halfY(minY);
    int top = halfY(maxY);
    for (int y = bottom / 2; y <= top / 2; y++) {
      for (int x = left / 2; x <= right / 2; x++) {
        int asked = 0;
        for (int quadrant = 0; quadrant < QUADRANTS; quadrant++) {
          int ofX = 2 * x + (quadrant & 1);
          int ofY = 2 * y + (quadrant >> 1);
          boolean meets = ofX >= left && ofX <= right && ofY >= bottom && ofY <= top;
          asked |= meets ? 1 << quadrant : 0;
        }
        if (!visitCell(y * grid + x, asked, search)) {
          return false;
        }
      }
    }
    return search.visitBatch();
  }

  /** Visits the records at a point. Returns false if the visitor stopped. */
  public boolean point(double x, double y, RecordVisitor visitor) {
    return window(x, y, x, y, visitor);
  }

  /**
   * Visits the records of a cell. Records whose index entries are pending come first. Returns false
   * if the visitor stopped.
   *
   * @param asked bit set of the quadrants to visit
   */
  private boolean visitCell(int cell, int asked, RecordSearch search) {
    int entry = waiting.first(cell);
    for (; entry != WaitingEntries.NONE; entry = waiting.next(entry)) {
      boolean isAsked = (asked >> waiting.word(entry) & 1) != 0;
      if (isAsked && !search.visit(waiting.address(entry))) {
        return false;
      }
    }
    long before = file.next();
    long position = heads[cell];
    while (isLive(position, before)) {
      readIndex(position, cell);
      for (int part = 0; part < QUADRANTS; part++) {
        for (int i = 0; i < count(indexPage, part); i++) {
          long each = entry(indexPage, part, i);
          boolean isAsked = (asked >> quadrantOf(each) & 1) != 0;
          if (isAsked && !search.visit(each >>> QUADRANT_BITS)) {
            return false;
          }
        }
      }
      before = position;
      position = indexPage.getLong(0);
    }
    return true;
  }

  private boolean isLive(long position, long before) {
    if (position >= before) {
      throw file.damage(before, "refers forward to index page " + position);
    }
    return position >= file.oldest();
  }

  private void readIndex(long position, int cell) {
    file.read(position, indexPage);
    if (file.head().kind() != MicroHead.INDEX || indexPage.getLong(CELL_OFFSET) != cell) {
      throw file.damage(
          position, "is not an index page of cell " + cell + ", but an index page refers to it");
    }
  }

  private static int count(ByteBuffer page, int part) {
    return page.getShort(COUNTS_OFFSET + part * Short.BYTES) & 0xFFFF;
  }

  private int place(int part, int index) {
    return PARTS_OFFSET + (part * partEntries + index) * Long.BYTES;
  }

  private long entry(ByteBuffer page, int part, int index) {
    return page.getLong(place(part, index));
  }

  private static int quadrantOf(long entry) {
    return (int) (entry & (1 << QUADRANT_BITS) - 1);
  }

  @Override
  void addEntry(long address) {
    int halfX = halfX(record.x());
    int halfY = halfY(record.y());
    waiting.add(cell(halfX, halfY), quadrant(halfX, halfY), address);
  }

  @Override
  void compose() {
    clear(indexPage);
    composedCell = listToWrite();
    indexPage.putLong(0, heads[composedCell]);
    indexPage.putLong(CELL_OFFSET, composedCell);
    int taken = 0;
    int entry = waiting.first(composedCell);
    while (entry != WaitingEntries.NONE && put((int) waiting.word(entry), waiting.address(entry))) {
      taken++;
      entry = waiting.next(entry);
    }
    waiting.remove(composedCell, taken);
  }

  /**
   * Puts an entry into the index page that is being composed, in the section of its quadrant or of
   * an adjacent quadrant. Returns false if these sections are full.
   */
  private boolean put(int quadrant, long address) {
    for (int part : new int[] {quadrant, quadrant ^ 1, quadrant ^ 2}) {
      int count = count(indexPage, part);
      if (count < partEntries) {
        indexPage.putLong(place(part, count), address << QUADRANT_BITS | quadrant);
        indexPage.putShort(COUNTS_OFFSET + part * Short.BYTES, (short) (count + 1));
        return true;
      }
    }
    return false;
  }

  @Override
  void composed(long position) {
    heads[composedCell] = position;
  }

  @Override
  void writeDirectory(ByteBuffer page) {
    for (int cell = 0; cell < heads.length; cell++) {
      page.putLong(cell * Long.BYTES, heads[cell]);
    }
  }

  @Override
  void readDirectory(ByteBuffer page) {
    for (int cell = 0; cell < heads.length; cell++) {
      heads[cell] = page.getLong(cell * Long.BYTES);
    }
  }

  @Override
  void replay(ByteBuffer page, long position) {
    long cell = page.getLong(CELL_OFFSET);
    if (cell < 0 || cell >= heads.length) {
      throw file.damage(position, "an index page of cell " + cell);
    }
    heads[(int) cell] = position;
  }

  @Override
  void entries(ByteBuffer page, EntryVisitor visitor) {
    long cell = page.getLong(CELL_OFFSET);
    for (int part = 0; part < QUADRANTS; part++) {
      for (int i = 0; i < count(page, part); i++) {
        long each = entry(page, part, i);
        visitor.entry(word(cell, quadrantOf(each)), each >>> QUADRANT_BITS);
      }
    }
  }

  /**
   * Encodes a cell and a quadrant as one word. {@link MicroCheck} compares such words of entries
   * and records.
   */
  private static long word(long cell, long quadrant) {
    return cell << QUADRANT_BITS | quadrant;
  }

  @Override
  boolean matches(long word) {
    int halfX = halfX(record.x());
    int halfY = halfY(record.y());
    return word == word(cell(halfX, halfY), quadrant(halfX, halfY));
  }

  @Override
  void walk(List<String> problems, EntryVisitor visitor) {
    for (int cell = 0; cell < heads.length; cell++) {
      int entry = waiting.first(cell);
      for (; entry != WaitingEntries.NONE; entry = waiting.next(entry)) {
        visitor.entry(word(cell, waiting.word(entry)), waiting.address(entry));
      }
      long before = file.next();
      long position = heads[cell];
      while (isLive(position, before)) {
        readIndex(position, cell);
        entries(indexPage, visitor);
        before = position;
        position = indexPage.getLong(0);
      }
    }
  }

  @Override
  int buckets() {
    return heads.length;
  }

  @Override
  long repartitions() {
    return 0;
  }

  @Override
  long directoryBytes() {
    return (long) Long.BYTES * heads.length;
  }
}
