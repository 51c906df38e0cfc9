package org.flashgrove.chronicle;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.VanillaBytes;
import net.openhft.chronicle.core.Jvm;

/**
 * Parts of records as Chronicle Bytes, where they stand: what a direct buffer shows from position
 * to limit is not copied. Scans, queries and lookups of tables show records in direct buffers, a
 * {@code HeapRecord} does if it was made so; of a buffer on the heap a copy is shown.
 *
 * <p>One object serves many records, and allocates nothing for each. For one thread at a time.
 * Besides the options that {@link ChronicleMemory#obstacle} names it needs {@code
 * --add-exports=java.base/sun.nio.ch=ALL-UNNAMED}.
 */
public final class RecordBytes implements AutoCloseable {
  private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

  private final NativeWindow window = new NativeWindow();
  private final ReadOnlyBytes bytes = new ReadOnlyBytes(window);
  private ByteBuffer shown = NOTHING;
  private ByteBuffer copy = NOTHING;
  private long address;

  /** Creates an object that shows nothing yet. */
  public RecordBytes() {
    bytes.singleThreadedCheckDisabled(true); // one thread at a time, not always the same
  }

  /**
   * Shows what a buffer has from position to limit.
   *
   * @param buffer not changed; such as {@code TableRecord.attributes()}
   * @return its bytes, from offset 0 to their number; always the same object, valid as long as the
   *     buffer's content is and until the next call. Writing through it ends in {@link
   *     ReadOnlyBufferException}; the store beneath it and raw addresses are not guarded
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

  /** Ends the use of the Bytes; the buffer stays. */
  @Override
  public void close() {
    bytes.releaseLast();
  }

  /** Bytes of a window that cannot be written. */
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
