package org.flashgrove.datasets.source;

import java.io.InputStream;

/** Stream of the bytes of a file, up to its end. Does not close the file. */
public final class SourceStream extends InputStream {
  private final ByteSource source;
  private long position;

  /** Creates a stream from the beginning of the file. */
  public SourceStream(ByteSource source) {
    this(source, 0);
  }

  /** Creates a stream that begins at a position. */
  public SourceStream(ByteSource source, long position) {
    this.source = source;
    this.position = position;
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
