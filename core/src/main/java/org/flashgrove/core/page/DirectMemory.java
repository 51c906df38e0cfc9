package org.flashgrove.core.page;

import java.nio.ByteBuffer;

/** Memory of direct byte buffers. By default the JVM limits them to the maximum heap size. */
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
