package org.flashgrove.unitspace.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.OpenGuard;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.unitspace.UnitMedium;

/**
 * A file that is divided into units. Unit {@code u} begins at offset {@code (u + 1) * unitBytes}.
 * The file begins with a header, and the rest of the space before unit 0 is a hole:
 *
 * <pre>
 * offset  bytes  field
 *      0      8  magic
 *      8      4  CRC-32C of the header from offset 12 on
 *     12      4  format version
 *     16      4  page size in bytes
 *     20      4  pages of a unit
 *     24      4  number of units
 * </pre>
 *
 * <p>A reset punches a hole in place of the unit, so that the file system discards it as a whole.
 * It then writes zeros to the first page of the unit. If the platform cannot punch holes, old pages
 * stay behind the first one. The summaries of their batches have another unit sequence number, so
 * that no mount takes them for pages of the new content.
 *
 * <p>Concurrent reads are allowed. All other calls need external synchronization.
 */
final class UnitFile implements UnitMedium, AutoCloseable {
  private static final long MAGIC = 0x31_46_55_5F_57_47_46_00L; // "FGW_UF1"
  private static final int FORMAT_VERSION = 1;
  private static final int HEADER_BYTES = 4096;
  private static final int AT_CRC = 8;
  private static final int AT_FORMAT = 12;
  private static final int AT_PAGE_BYTES = 16;
  private static final int AT_UNIT_PAGES = 20;
  private static final int AT_UNITS = 24;
  private static final int UNKNOWN = -1;
  static final int LEAST_UNIT_PAGES = 8;

  /** Maximum number of pages. A mounted space has tables of 28 bytes for each page. */
  static final int MOST_PAGES = 1 << 28;

  /**
   * Sizes of a file in units.
   *
   * @param pageBytes page size in bytes
   * @param unitPages number of pages of a unit
   * @param units number of units
   */
  record Shape(int pageBytes, int unitPages, int units) {
    long unitBytes() {
      return (long) pageBytes * unitPages;
    }

    long fileBytes() {
      return unitBytes() * (units + 1L);
    }

    /** Returns whether a file can have these sizes. */
    boolean isPossible() {
      return Integer.bitCount(pageBytes) == 1
          && pageBytes >= 512
          && pageBytes <= 1 << 16
          && unitPages >= LEAST_UNIT_PAGES
          && units > 0
          && unitBytes() >= HEADER_BYTES
          && (long) units * unitPages <= MOST_PAGES;
    }

    @Override
    public String toString() {
      return units + " units of " + unitPages + " pages of " + pageBytes + " bytes";
    }
  }

  private final RawFile file;
  private final Shape shape;
  private final ByteBuffer zeros;

  /**
   * Number of pages of each unit that were written since its reset, or {@link #UNKNOWN} if the unit
   * was not reset since the file was opened.
   */
  private final int[] written;

  private long trims;

  private UnitFile(RawFile file, Shape shape) {
    this.file = file;
    this.shape = shape;
    zeros = AlignedBuffers.allocate(shape.pageBytes);
    written = new int[shape.units];
    Arrays.fill(written, UNKNOWN);
  }

  /** Creates a file whose units are empty, and makes it durable. */
  static UnitFile create(
      StoreDirectory directory, String name, RawFile.Caching caching, Shape shape) {
    RawFile file = directory.create(name, caching);
    boolean created = false;
    try {
      file.resize(shape.fileBytes());
      ByteBuffer header = AlignedBuffers.allocate(HEADER_BYTES);
      header.putLong(0, MAGIC);
      header.putInt(AT_FORMAT, FORMAT_VERSION);
      header.putInt(AT_PAGE_BYTES, shape.pageBytes);
      header.putInt(AT_UNIT_PAGES, shape.unitPages);
      header.putInt(AT_UNITS, shape.units);
      header.putInt(AT_CRC, PartitionCatalog.checksum(header, AT_FORMAT, HEADER_BYTES));
      file.write(0, header, 0, HEADER_BYTES);
      file.sync();
      directory.sync();
      created = true;
      return new UnitFile(file, shape);
    } finally {
      if (!created) {
        file.close();
        directory.delete(name);
      }
    }
  }

  /**
   * Opens an existing file.
   *
   * @throws DamagedStoreException if the file has no valid header or another length than its header
   *     says
   * @throws UnsupportedFormatException if a newer version of this library wrote the file
   */
  static UnitFile open(StoreDirectory directory, String name, RawFile.Caching caching) {
    RawFile file = directory.open(name, caching);
    boolean opened = false;
    try {
      UnitFile units = new UnitFile(file, shapeOf(file));
      opened = true;
      return units;
    } finally {
      if (!opened) {
        file.close();
      }
    }
  }

  /**
   * Returns the shape of a file at a path.
   *
   * @throws StoreIoException if the file cannot be read
   * @throws DamagedStoreException as {@link #open} does
   */
  static Shape shapeIn(Path path) {
    ByteBuffer header = AlignedBuffers.allocate(HEADER_BYTES);
    try (FileChannel file = FileChannel.open(path)) {
      file.read(header.duplicate(), 0);
      return shapeOf(path.toString(), header, file.size());
    } catch (IOException e) {
      throw new StoreIoException(path + ": read failed: " + e, e);
    }
  }

  private static Shape shapeOf(RawFile file) {
    ByteBuffer header = AlignedBuffers.allocate(HEADER_BYTES);
    file.read(0, header, 0, HEADER_BYTES);
    return shapeOf(file.name(), header, file.sizeBytes());
  }

  /**
   * Returns the shape in a header, which is zero if the file is empty.
   *
   * @param sizeBytes length of the file
   */
  private static Shape shapeOf(String name, ByteBuffer header, long sizeBytes) {
    if (sizeBytes < HEADER_BYTES || header.getLong(0) != MAGIC) {
      throw damaged(name, "the file is not divided into units");
    }
    if (PartitionCatalog.checksum(header, AT_FORMAT, HEADER_BYTES) != header.getInt(AT_CRC)) {
      throw damaged(name, "the checksum does not match");
    }
    int format = header.getInt(AT_FORMAT);
    if (format > FORMAT_VERSION) {
      throw new UnsupportedFormatException(name, format, FORMAT_VERSION);
    }
    Shape shape =
        new Shape(
            header.getInt(AT_PAGE_BYTES), header.getInt(AT_UNIT_PAGES), header.getInt(AT_UNITS));
    if (!shape.isPossible()) {
      throw damaged(name, "impossible sizes: " + shape);
    }
    if (sizeBytes < shape.fileBytes()) {
      throw damaged(
          name,
          String.format(
              "%s take %d bytes, but the file has %d; restore the file from a backup",
              shape, shape.fileBytes(), sizeBytes));
    }
    return shape;
  }

  private static DamagedStoreException damaged(String name, String cause) {
    return new DamagedStoreException(name, "header", cause);
  }

  Shape shape() {
    return shape;
  }

  /** Returns the number of units that were reset since the file was opened. */
  long trims() {
    return trims;
  }

  private long offset(int unit, int page) {
    return (unit + 1) * shape.unitBytes() + (long) page * shape.pageBytes;
  }

  @Override
  public int pageBytes() {
    return shape.pageBytes;
  }

  @Override
  public int units() {
    return shape.units;
  }

  @Override
  public int unitPages() {
    return shape.unitPages;
  }

  @Override
  public void append(int unit, int page, int handle, int[] tags, ByteBuffer from) {
    if (written[unit] != UNKNOWN) {
      written[unit] = page + tags.length;
    }
    file.write(offset(unit, page), from, 0, tags.length * shape.pageBytes);
  }

  @Override
  public void read(int unit, int page, int count, int tag, ByteBuffer into, int at) {
    ByteBuffer target = OpenGuard.whole(into);
    int known = written[unit] == UNKNOWN ? count : Math.min(count, written[unit] - page);
    int present = Math.max(0, known);
    if (present > 0) {
      int bytes = present * shape.pageBytes;
      if (file.read(offset(unit, page), target, at, bytes) < bytes) {
        throw new DamagedStoreException(
            file.name(), "unit " + unit + ", page " + page, "the file ends before this page");
      }
    }
    for (int i = present; i < count; i++) {
      target.put(at + i * shape.pageBytes, zeros, 0, shape.pageBytes);
    }
  }

  /** Returns -1, because the file does not record how many pages of a unit were written. */
  @Override
  public int written(int unit) {
    return UNKNOWN;
  }

  /** Does nothing, because the file has no record of open units. */
  @Override
  public void finish(int unit, int handle) {
    // the unit stays as it is
  }

  @Override
  public void reset(int unit) {
    file.discard(offset(unit, 0), shape.unitBytes());
    file.write(offset(unit, 0), zeros, 0, shape.pageBytes);
    written[unit] = 0;
    trims++;
  }

  @Override
  public void flush() {
    file.sync();
  }

  @Override
  public void close() {
    file.close();
  }
}
