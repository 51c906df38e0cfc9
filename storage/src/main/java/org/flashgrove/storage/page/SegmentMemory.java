package org.flashgrove.storage.page;

import java.nio.ByteBuffer;
import java.util.function.IntFunction;
import org.flashgrove.core.page.BufferMemory;

/**
 * Allocates buffers as memory segments, which do not count toward the JVM's limit for direct byte
 * buffers. Needs Java 22 or later.
 */
public final class SegmentMemory implements BufferMemory {
  /**
   * Name of the class that allocates the segments. The multi-release jar contains this class only
   * for Java 22 and later.
   */
  private static final String SEGMENTS = "org.flashgrove.storage.page.ForeignSegments";

  private final IntFunction<ByteBuffer> segments = segments();

  @SuppressWarnings("unchecked")
  private static IntFunction<ByteBuffer> segments() {
    try {
      return (IntFunction<ByteBuffer>)
          Class.forName(SEGMENTS).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException | LinkageError e) {
      return null; // an older JVM, or a jar without the part for Java 22
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
