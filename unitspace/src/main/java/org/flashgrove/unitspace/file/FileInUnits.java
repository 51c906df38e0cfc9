package org.flashgrove.unitspace.file;

import java.nio.ByteBuffer;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageUnits;
import org.flashgrove.storage.file.GuardedFile;
import org.flashgrove.storage.file.OpenGuard;
import org.flashgrove.unitspace.UnitSpace;

/**
 * An open file of a {@link UnitDirectory}. Whole pages are read into the caller's buffer; a range
 * that begins or ends within a page is read through a buffer of this object.
 */
final class FileInUnits extends GuardedFile {
  private static final int SCRATCH_BYTES = 1 << 16;

  private final UnitDirectory directory;
  private final FileState file;
  private final UnitSpace space;
  private final int pageBytes;

  /** True if buffers of callers are aligned for direct I/O. */
  private final boolean isAligned;

  private ByteBuffer scratch;

  FileInUnits(String name, UnitDirectory directory, FileState file, boolean isAligned) {
    super(name);
    this.directory = directory;
    this.file = file;
    this.isAligned = isAligned;
    space = directory.space();
    pageBytes = directory.pageBytes();
  }

  private void requireFile() {
    if (file.isDeleted()) {
      throw new StoreIoException(name() + ": the file was deleted");
    }
  }

  private void change(Runnable action) {
    directory.change(
        () -> {
          requireFile();
          action.run();
        });
  }

  @Override
  protected long length() {
    return directory.see(
        () -> {
          requireFile();
          return file.sizeBytes();
        });
  }

  @Override
  protected int readRest(long offset, ByteBuffer into, int at, int length) {
    ByteBuffer target = OpenGuard.whole(into);
    return directory.see(
        () -> {
          requireFile();
          int count = (int) Math.max(0, Math.min(length, file.sizeBytes() - offset));
          if (isAligned && offset % pageBytes == 0 && count % pageBytes == 0) {
            readPages(offset / pageBytes, count / pageBytes, target, at);
          } else {
            readParts(offset, target, at, count);
          }
          return count;
        });
  }

  private void readPages(long first, int count, ByteBuffer into, int at) {
    int run;
    for (int done = 0; done < count; done += run) {
      run = directory.run(file, first + done, first + count);
      space.read(directory.numberOf(file, first + done), run, 0, into, at + done * pageBytes);
    }
  }

  /** Reads a range through {@link #scratch}. */
  private synchronized void readParts(long offset, ByteBuffer into, int at, int length) {
    ByteBuffer pages = scratch();
    int done = 0;
    while (done < length) {
      int inPage = (int) ((offset + done) % pageBytes);
      int piece = Math.min(pages.capacity() - inPage, length - done);
      readPages((offset + done) / pageBytes, pagesIn(inPage + piece), pages, 0);
      into.put(at + done, pages, inPage, piece);
      done += piece;
    }
  }

  private int pagesIn(int bytes) {
    return (bytes + pageBytes - 1) / pageBytes;
  }

  private ByteBuffer scratch() {
    if (scratch == null) {
      scratch = AlignedBuffers.allocate(Math.max(pageBytes, SCRATCH_BYTES));
    }
    return scratch;
  }

  @Override
  protected void writeAll(long offset, ByteBuffer from, int at, int length) {
    ByteBuffer source = OpenGuard.whole(from);
    change(
        () -> {
          if (length > 0) {
            directory.allocate(file, offset + length);
            requireRoom(offset, length);
            put(offset, source, at, length);
            file.sizeBytes(Math.max(file.sizeBytes(), offset + length));
          }
        });
  }

  private void requireRoom(long offset, int length) {
    long end = (offset + length - 1) / pageBytes + 1;
    int run;
    for (long page = offset / pageBytes; page < end; page += run) {
      run = directory.run(file, page, end);
      space.requireRoom(directory.numberOf(file, page), run);
    }
  }

  private synchronized void put(long offset, ByteBuffer from, int at, int length) {
    int done = 0;
    while (done < length) {
      long page = (offset + done) / pageBytes;
      int inPage = (int) ((offset + done) % pageBytes);
      int piece = Math.min(pageBytes - inPage, length - done);
      if (piece == pageBytes) {
        writePage(page, from, at + done);
      } else {
        ByteBuffer changed = scratch();
        readPages(page, 1, changed, 0);
        changed.put(inPage, from, at + done, piece);
        writePage(page, changed, 0);
      }
      done += piece;
    }
  }

  private void writePage(long page, ByteBuffer from, int at) {
    int deathClass = directory.classOf(file, file.level(page));
    space.write(directory.numberOf(file, page), deathClass, 0, from, at);
  }

  @Override
  protected void setLength(long sizeBytes) {
    change(
        () -> {
          if (sizeBytes < file.sizeBytes()) {
            cut(sizeBytes);
          } else {
            directory.allocate(file, sizeBytes);
            file.sizeBytes(sizeBytes);
          }
        });
  }

  /** Truncates the file. The calls that can fail because the space is full come first. */
  private synchronized void cut(long sizeBytes) {
    int kept = (int) (sizeBytes % pageBytes);
    if (kept != 0) {
      ByteBuffer last = scratch();
      readPages(sizeBytes / pageBytes, 1, last, 0);
      for (int i = kept; i < pageBytes; i++) {
        last.put(i, (byte) 0);
      }
      writePage(sizeBytes / pageBytes, last, 0);
    }
    directory.giveUp(file, sizeBytes);
    file.sizeBytes(sizeBytes);
    trim((sizeBytes + pageBytes - 1) / pageBytes, directory.pagesOf(file));
  }

  private void trim(long first, long end) {
    int run;
    for (long page = first; page < end; page += run) {
      run = directory.run(file, page, end);
      space.trim(directory.numberOf(file, page), run);
    }
  }

  /** Allocates page numbers, which take no space before the pages are written. */
  @Override
  public void reserve(long sizeBytes) {
    change(() -> directory.allocate(file, sizeBytes));
  }

  @Override
  public long leastDiscardBytes() {
    return pageBytes;
  }

  @Override
  public boolean discard(long offset, long length) {
    change(
        () -> {
          long end = Math.min(offset + length, file.sizeBytes());
          trim((offset + pageBytes - 1) / pageBytes, end / pageBytes);
        });
    return true;
  }

  @Override
  public void expect(long offset, long length, int level) {
    change(
        () -> file.level((int) (offset / pageBytes), (int) ((offset + length) / pageBytes), level));
  }

  @Override
  public PageUnits units() {
    return new FilePageUnits(directory, file);
  }

  @Override
  protected void force() {
    requireFile();
    directory.sync(file);
  }

  @Override
  protected void release() {
    // the directory keeps the state of the file
  }
}
