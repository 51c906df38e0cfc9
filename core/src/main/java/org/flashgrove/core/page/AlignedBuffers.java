package org.flashgrove.core.page;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Allocates aligned, little-endian, off-heap buffers for direct I/O. {@link BufferMemories}
 * provides their memory.
 */
public final class AlignedBuffers {
  /** Alignment in bytes. It is the largest that current devices require for O_DIRECT. */
  public static final int ALIGNMENT = 4096;

  private AlignedBuffers() {}

  /** Returns a zeroed direct buffer of {@code bytes} bytes whose address is a multiple of 4,096. */
  public static ByteBuffer allocate(int bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("buffer of " + bytes + " bytes (allowed: at least 1)");
    }
    return BufferMemories.chosen().allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
