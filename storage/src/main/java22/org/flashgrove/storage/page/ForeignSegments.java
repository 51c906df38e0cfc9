package org.flashgrove.storage.page;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.function.IntFunction;
import org.flashgrove.core.page.AlignedBuffers;

/**
 * Allocates buffers over memory segments, which are freed when the garbage collector finds them
 * unreachable.
 */
final class ForeignSegments implements IntFunction<ByteBuffer> {
  ForeignSegments() {}

  @Override
  public ByteBuffer apply(int bytes) {
    return Arena.ofAuto().allocate(bytes, AlignedBuffers.ALIGNMENT).asByteBuffer();
  }
}
