package org.flashgrove.chronicle;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.VanillaBytes;
import net.openhft.chronicle.core.Jvm;

/**
 * Shows parts of records as Chronicle Bytes. Bytes over a direct buffer use the memory of the
 * buffer; the content of a heap buffer is copied. Scans, queries and lookups of tables return
 * records in direct buffers. A record created by {@code HeapRecord.direct()} also has direct
 * buffers.
 *
 * <p>One object serves many records and allocates nothing for each. Only one thread at a time may
 * use the object. It needs the JVM options that {@link ChronicleMemory#obstacle} names, and {@code
 * --add-exports=java.base/sun.nio.ch=ALL-UNNAMED}.
 */
public final class RecordBytes implements AutoCloseable {
  private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

  private final NativeWindow window = new NativeWindow();
  private final ReadOnlyBytes bytes = new ReadOnlyBytes(window);
  private ByteBuffer shown = NOTHING;
  private ByteBuffer copy = NOTHING;
  private long address;

  /** Creates an object that presents no buffer yet. */
  public RecordBytes() {
    bytes.singleThreadedCheckDisabled(true); // one thread at a time, but not always the same thread
  }

  /**
   * Shows a buffer from position to limit.
   *
   * @param buffer the buffer, such as {@code TableRecord.attributes()}, which is not changed
   * @return the buffer's bytes from offset 0. The result is always the same object, valid until the
   *     next call and as long as the buffer's content is valid. Writing to the result throws {@link
   *     ReadOnlyBufferException}. Writing to its underlying store or to its raw address is not
   *     prevented
   * @throws net.openhft.chronicle.core.io.ClosedIllegalStateException after {@link #close}
   */
  public Bytes<Void> show(ByteBuffer buffer) {
    bytes.throwExceptionIfReleased();
    ByteBuffer direct = buffer.isDirect() ? buffer : copyOf(buffer);
    if (direct != shown) {
      address = Jvm.address(direct);
      shown = direct;
    }
    int length = direct.remaining();
    window.show(direct, address + direct.position(), length);
    bytes.showAll(length);
    return bytes;
  }

  private ByteBuffer copyOf(ByteBuffer buffer) {
    int length = buffer.remaining();
    if (length > copy.capacity()) {
      copy = ByteBuffer.allocateDirect(Math.max(length, 2 * copy.capacity()));
    }
    return copy.clear().put(0, buffer, buffer.position(), length).limit(length);
  }

  /** Releases the Bytes, but not the buffer that they wrap. */
  @Override
  public void close() {
    bytes.releaseLast();
  }

  /** Read-only Bytes over the memory of a {@link NativeWindow}. */
  private static final class ReadOnlyBytes extends VanillaBytes<Void> {
    ReadOnlyBytes(NativeWindow window) {
      super(window, 0, 0);
    }

    void showAll(int length) {
      clear();
      readPositionRemaining(0, length);
    }

    @Override
    public void ensureCapacity(long desiredCapacity) {
      throw new ReadOnlyBufferException();
    }

    @Override
    public long appendAndReturnLength(
        long position, boolean negative, long mantissa, int exponent, boolean append0) {
      throw new ReadOnlyBufferException();
    }

    @Override
    protected void writeCheckOffset(long offset, long adding) {
      throw new ReadOnlyBufferException();
    }

    @Override
    protected long writeOffsetPositionMoved(long adding, long advance) {
      throw new ReadOnlyBufferException();
    }

    @Override
    protected long prewriteOffsetPositionMoved(long subtracting) {
      throw new ReadOnlyBufferException();
    }
  }
}
