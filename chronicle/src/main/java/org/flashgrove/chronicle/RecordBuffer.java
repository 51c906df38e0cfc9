package org.flashgrove.chronicle;

import java.nio.ByteBuffer;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.io.ClosedIllegalStateException;

/**
 * Presents Chronicle Bytes as a buffer from which a table reads the bytes of a record. The table
 * copies native memory straight into its page; heap memory is first copied to an array.
 *
 * <p>One object serves many records. It allocates nothing for Bytes with the same memory as the
 * previous Bytes. Only one thread at a time may use the object. It needs the JVM options that
 * {@link ChronicleMemory#obstacle} names.
 */
public final class RecordBuffer {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private NativeWindow window = new NativeWindow();
  private ByteBuffer view = NOTHING;
  private byte[] copy = {};
  private long base;
  private long capacity;

  /** Creates an object that presents no Bytes yet. */
  public RecordBuffer() {}

  /**
   * Shows Bytes from their read position to their read limit.
   *
   * @param bytes the Bytes, which are not changed
   * @return a buffer with these bytes from position to limit, valid until the next call and while
   *     the Bytes are neither written nor released
   * @throws IllegalArgumentException if they exceed the size of a buffer
   * @throws ClosedIllegalStateException if they are released
   */
  public ByteBuffer of(Bytes<?> bytes) {
    if (bytes.refCount() <= 0) {
      throw new ClosedIllegalStateException(
          "Bytes: already released; pass them before you release them");
    }
    long length = bytes.readRemaining();
    if (length > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "record of " + length + " bytes (allowed: at most " + Integer.MAX_VALUE + ")");
    }
    if (length == 0) {
      return NOTHING;
    }
    return bytes.canReadDirect(length) ? inPlace(bytes, (int) length) : copyOf(bytes, (int) length);
  }

  private ByteBuffer inPlace(Bytes<?> bytes, int length) {
    long address = bytes.addressForRead(bytes.readPosition());
    long offset = bytes.readPosition() - bytes.start();
    long whole = bytes.realCapacity();
    if (whole > Integer.MAX_VALUE) { // no buffer shows all of it
      whole = length;
      offset = 0;
    }
    if (window.owner() != bytes || address - offset != base || whole != capacity) {
      show(bytes, address - offset, whole);
    }
    return view.limit((int) offset + length).position((int) offset);
  }

  private void show(Bytes<?> bytes, long newBase, long newCapacity) {
    base = newBase;
    capacity = newCapacity;
    window = new NativeWindow(); // a buffer that was returned before keeps its own window
    window.show(bytes, base, capacity);
    view = window.toTemporaryDirectByteBuffer();
  }

  private ByteBuffer copyOf(Bytes<?> bytes, int length) {
    if (length > copy.length) {
      copy = new byte[Math.max(length, (int) Math.min(Integer.MAX_VALUE - 8, 2L * copy.length))];
    }
    bytes.read(bytes.readPosition(), copy, 0, length);
    return ByteBuffer.wrap(copy, 0, length);
  }
}
