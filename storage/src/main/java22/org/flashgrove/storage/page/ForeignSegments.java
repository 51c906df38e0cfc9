package org.flashgrove.storage.page;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.function.IntFunction;
import org.flashgrove.core.page.AlignedBuffers;

/** Buffers over segments that live as long as they are reachable. */
final class ForeignSegments implements IntFunction<ByteBuffer> {
  ForeignSegments() {}

  @Override
  public ByteBuffer apply(int bytes) {
    return Arena.ofAuto().allocate(bytes, AlignedBuffers.ALIGNMENT).asByteBuffer();
  }
}
