package org.flashgrove.core.page;

import java.nio.ByteBuffer;

/**
 * Allocator of memory for page buffers, log frames and records. A process has one allocator, chosen
 * by {@link BufferMemories}. Implementations are registered as services.
 */
public interface BufferMemory {
  /** Returns the name by which the property {@value BufferMemories#PROPERTY} selects this kind. */
  String name();

  /** Returns the reason why this kind does not work in this process, or null if it works. */
  default String obstacle() {
    return null;
  }

  /**
   * Returns a zeroed direct buffer whose address is a multiple of {@link AlignedBuffers#ALIGNMENT}.
   * Its memory is freed when neither the buffer nor a slice of it is reachable, so no access can
   * touch freed memory.
   *
   * @param bytes at least 1
   */
  ByteBuffer allocate(int bytes);

  /**
   * Returns whether so little memory is left that caches should not grow. Then caches reuse the
   * memory of other pages, and the rest is left for log buffers, batches of pages and the
   * application.
   */
  default boolean isShort() {
    return false;
  }
}
