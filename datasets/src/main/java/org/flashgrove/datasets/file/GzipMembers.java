package org.flashgrove.datasets.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/**
 * Decompresses a gzip stream (RFC 1952) with any number of members. Only further members, or zeros
 * up to the end of the stream, may follow a member; other data is an error. {@link
 * java.util.zip.GZIPInputStream} silently drops data after a member, and may stop before the last
 * member.
 */
final class GzipMembers extends InflaterInputStream {
  private static final int FIRST = 0x1f;
  private static final int SECOND = 0x8b;
  private static final int DEFLATE = 8;
  private static final int HAS_CHECKSUM = 2;
  private static final int HAS_EXTRA = 4;
  private static final int HAS_NAME = 8;
  private static final int HAS_COMMENT = 16;
  private static final int RESERVED = 0xe0;

  private final CRC32 checksum = new CRC32();
  private boolean atEnd;

  /** Reads the header of the first member. */
  GzipMembers(InputStream bytes, int bufferBytes) throws IOException {
    super(new PushbackInputStream(bytes, bufferBytes), new Inflater(true), bufferBytes);
    readHeader(in.read());
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    if (length == 0 || atEnd) {
      return length == 0 ? 0 : -1;
    }
    while (true) {
      int count = super.read(into, from, length);
      if (count >= 0) {
        checksum.update(into, from, count);
        return count;
      }
      nextMember();
      if (atEnd) {
        return -1;
      }
    }
  }

  @Override
  public int available() {
    return atEnd ? 0 : 1;
  }

  private void nextMember() throws IOException {
    if (inf.getRemaining() > 0) {
      ((PushbackInputStream) in).unread(buf, len - inf.getRemaining(), inf.getRemaining());
    }
    long sum = number(4, in);
    long size = number(4, in);
    if (sum != checksum.getValue() || size != (inf.getBytesWritten() & 0xffff_ffffL)) {
      throw new ZipException("Corrupt GZIP trailer");
    }
    int first = in.read();
    if (first == FIRST) {
      readHeader(first);
      inf.reset();
      checksum.reset();
      return;
    }
    for (int zero = first; zero >= 0; zero = in.read()) {
      if (zero != 0) {
        throw new ZipException("something else follows its last member");
      }
    }
    atEnd = true;
  }

  private void readHeader(int first) throws IOException {
    CRC32 sum = new CRC32();
    sum.update(FIRST);
    CheckedInputStream header = new CheckedInputStream(in, sum);
    if (first != FIRST || number(1, header) != SECOND) {
      throw new ZipException("Not in GZIP format");
    }
    long method = number(1, header);
    long flags = number(1, header);
    if (method != DEFLATE || (flags & RESERVED) != 0) {
      throw new ZipException("Unsupported compression method");
    }
    number(6, header); // time, flags and operating system
    if ((flags & HAS_EXTRA) != 0) {
      for (long left = number(2, header); left > 0; left--) {
        number(1, header);
      }
    }
    for (int texts = Long.bitCount(flags & (HAS_NAME | HAS_COMMENT)); texts > 0; ) {
      texts -= number(1, header) == 0 ? 1 : 0;
    }
    long computed = sum.getValue() & 0xffff;
    if ((flags & HAS_CHECKSUM) != 0 && number(2, header) != computed) {
      throw new ZipException("Corrupt GZIP header");
    }
  }

  private static long number(int bytes, InputStream from) throws IOException {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      int octet = from.read();
      if (octet < 0) {
        throw new EOFException("Unexpected end of ZLIB input stream");
      }
      value |= (long) octet << 8 * i;
    }
    return value;
  }

  @Override
  public void close() throws IOException {
    try {
      super.close();
    } finally {
      inf.end();
    }
  }
}
