package org.flashgrove.datasets.source;

import java.io.InputStream;

/** Stream of the bytes of a file, from its beginning. Does not close the file. */
public final class SourceStream extends InputStream {
  private final ByteSource source;
  private long position;

  public SourceStream(ByteSource source) {
    this.source = source;
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    int count = source.read(position, into, offset, length);
    position += Math.max(0, count);
    return count;
  }
}
