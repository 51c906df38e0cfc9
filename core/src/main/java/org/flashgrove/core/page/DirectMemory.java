package org.flashgrove.core.page;

import java.nio.ByteBuffer;

/**
 * Direct byte buffers; the JVM allows as many bytes of them as of heap, unless it is given more.
 */
final class DirectMemory implements BufferMemory {
  @Override
  public String name() {
    return "direct";
  }

  @Override
  public ByteBuffer allocate(int bytes) {
    ByteBuffer raw = ByteBuffer.allocateDirect(Math.addExact(bytes, AlignedBuffers.ALIGNMENT));
    int offset = raw.alignmentOffset(0, AlignedBuffers.ALIGNMENT);
    return raw.slice(offset == 0 ? 0 : AlignedBuffers.ALIGNMENT - offset, bytes);
  }
}
