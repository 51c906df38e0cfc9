package org.flashgrove.storage.page;

import java.nio.ByteBuffer;
import java.util.function.IntFunction;
import org.flashgrove.core.page.BufferMemory;

/**
 * Memory segments, on Java 22 and later, which the JVM's limit for direct byte buffers does not
 * include.
 */
public final class SegmentMemory implements BufferMemory {
  /** In the part of the jar for these versions. */
  private static final String SEGMENTS = "org.flashgrove.storage.page.ForeignSegments";

  private final IntFunction<ByteBuffer> segments = segments();

  @SuppressWarnings("unchecked")
  private static IntFunction<ByteBuffer> segments() {
    try {
      return (IntFunction<ByteBuffer>)
          Class.forName(SEGMENTS).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException | LinkageError e) {
      return null; // an older JVM, or a jar that was made without that part
    }
  }

  @Override
  public String name() {
    return "segments";
  }

  @Override
  public String obstacle() {
    return segments == null ? "needs Java 22 or later, and the jar's part for it" : null;
  }

  @Override
  public ByteBuffer allocate(int bytes) {
    return segments.apply(bytes);
  }
}
