package org.flashgrove.chronicle;

import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.PointerBytesStore;
import net.openhft.chronicle.core.io.ReferenceOwner;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.BufferMemory;

/**
 * Allocates page buffers as reference-counted native stores of Chronicle Bytes. These stores do not
 * count toward the JVM's limit for direct byte buffers. A buffer and its slices are views of a
 * store. The store is released when none of its views is reachable any more.
 *
 * <p>Chronicle creates such views by reflection and therefore needs the JVM options that {@link
 * #obstacle} names. Java 24 and later also need {@code --sun-misc-unsafe-memory-access=allow}.
 */
public final class ChronicleMemory implements BufferMemory {
  private static final String OPTIONS =
      "needs the options --add-opens=java.base/java.nio=ALL-UNNAMED"
          + " --add-opens=java.base/java.lang.reflect=ALL-UNNAMED";

  private static final Cleaner CLEANER = Cleaner.create();

  private boolean works;

  @Override
  public String name() {
    return "chronicle";
  }

  @Override
  public String obstacle() {
    if (!works) {
      try {
        allocate(1);
        works = true;
      } catch (RuntimeException | LinkageError | AssertionError e) {
        return OPTIONS + " (" + e + ")";
      }
    }
    return null;
  }

  @Override
  public ByteBuffer allocate(int bytes) {
    Bytes<Void> memory = store((long) bytes + AlignedBuffers.ALIGNMENT);
    PointerBytesStore aligned = BytesStore.nativePointer();
    // The buffer and its slices refer to the pointer. The pointer refers to no other object.
    CLEANER.register(aligned, memory::releaseLast);
    long address = memory.addressForRead(0);
    long mask = AlignedBuffers.ALIGNMENT - 1L;
    aligned.set(address + mask & ~mask, bytes);
    return aligned.toTemporaryDirectByteBuffer();
  }

  /** Returns a zeroed native store. */
  private static Bytes<Void> store(long bytes) {
    BytesStore<?, Void> store = BytesStore.nativeStoreWithFixedCapacity(bytes);
    try {
      Bytes<Void> memory = store.bytesForRead();
      memory.singleThreadedCheckDisabled(true); // the cleaner's thread releases it
      return memory;
    } finally {
      store.release(ReferenceOwner.INIT); // the view has a reference of its own
    }
  }
}
