package org.flashgrove.core.page;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.flashgrove.core.failure.StoreClosedException;

/**
 * A page store over an array of bytes. It is written after the Javadoc of {@link PageStore} alone,
 * and shows that the port can be implemented from that.
 */
final class ByteArrayPageStore implements PageStore {
  /** Bytes that outlive the stores over them, as those of a device do. */
  static final class Device {
    private byte[] bytes = {};
  }

  private final Device device;
  private final int pageSize;
  private boolean closed;

  ByteArrayPageStore(Device device, int pageSize) {
    this.device = device;
    this.pageSize = pageSize;
  }

  private void requireOpen() {
    if (closed) {
      throw new StoreClosedException(name() + ": the store is closed");
    }
  }

  private static void require(boolean allowed, String mistake) {
    if (!allowed) {
      throw new IllegalArgumentException(mistake);
    }
  }

  private void requireBatch(long[] slots, int count, ByteBuffer buffer) {
    require(count >= 0 && count <= slots.length, "count = " + count);
    require(buffer.isDirect(), "a heap buffer");
    require(buffer.capacity() >= (long) count * pageSize, "a buffer of " + buffer.capacity());
  }

  @Override
  public int pageSize() {
    return pageSize;
  }

  @Override
  public long pageCount() {
    synchronized (device) {
      requireOpen();
      return device.bytes.length / pageSize;
    }
  }

  @Override
  public void read(long[] slots, int count, ByteBuffer into) {
    synchronized (device) {
      requireOpen();
      requireBatch(slots, count, into);
      for (int i = 0; i < count; i++) {
        require(slots[i] >= 0 && slots[i] < pageCount(), "slot " + slots[i]);
      }
      ByteBuffer target = into.duplicate().clear();
      for (int i = 0; i < count; i++) {
        target.put(i * pageSize, device.bytes, (int) slots[i] * pageSize, pageSize);
      }
    }
  }

  @Override
  public void write(long[] slots, int count, ByteBuffer from) {
    synchronized (device) {
      requireOpen();
      requireBatch(slots, count, from);
      for (int i = 0; i < count; i++) {
        require(slots[i] >= 0 && (i == 0 || slots[i] > slots[i - 1]), "slot " + slots[i]);
      }
      if (count > 0) {
        extend(slots[count - 1] + 1);
      }
      ByteBuffer source = from.duplicate().clear();
      for (int i = 0; i < count; i++) {
        source.get(i * pageSize, device.bytes, (int) slots[i] * pageSize, pageSize);
      }
    }
  }

  @Override
  public void extend(long pageCount) {
    synchronized (device) {
      requireOpen();
      require(pageCount >= 0, "pageCount = " + pageCount);
      if (pageCount > pageCount()) {
        device.bytes = Arrays.copyOf(device.bytes, Math.toIntExact(pageCount * pageSize));
      }
    }
  }

  @Override
  public void trim(long first, long count) {
    synchronized (device) {
      requireOpen();
      require(first >= 0 && count >= 0 && first <= pageCount() - count, "trim from " + first);
      int from = (int) first * pageSize;
      if (count > 0 && first + count == pageCount()) {
        device.bytes = Arrays.copyOf(device.bytes, from);
      } else {
        Arrays.fill(device.bytes, from, from + (int) count * pageSize, (byte) 0);
      }
    }
  }

  @Override
  public void sync() {
    synchronized (device) {
      requireOpen();
    }
  }

  @Override
  public void close() {
    synchronized (device) {
      closed = true;
    }
  }
}
