package org.flashgrove.salvage.page;

import java.nio.ByteBuffer;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.page.SlotReader;

/**
 * Reads the slots of a page file that may be damaged. Unreadable slots and an incomplete last slot
 * are not errors. The file is never changed.
 */
public final class RawPages implements SlotReader, AutoCloseable {
  private final RawFile file;
  private final int pageSize;
  private final long count;

  private RawPages(RawFile file, int pageSize) {
    this.file = file;
    this.pageSize = pageSize;
    count = (file.sizeBytes() + pageSize - 1) / pageSize;
  }

  public static RawPages open(StoreDirectory directory, String name, int pageSize) {
    return new RawPages(directory.openForReading(name, RawFile.Caching.BUFFERED), pageSize);
  }

  @Override
  public int pageSize() {
    return pageSize;
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public boolean read(long slot, ByteBuffer into) {
    try {
      return slot >= 0 && slot < count && file.read(slot * pageSize, into, 0, pageSize) == pageSize;
    } catch (StoreIoException e) {
      return false;
    }
  }

  @Override
  public void close() {
    file.close();
  }
}
