package org.flashgrove.geoparquet.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.format.InterningProtocol;
import org.apache.parquet.format.PageHeader;
import shaded.parquet.org.apache.thrift.TConfiguration;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.protocol.TProtocol;
import shaded.parquet.org.apache.thrift.transport.TTransport;
import shaded.parquet.org.apache.thrift.transport.TTransportException;

/**
 * Reads page headers from arrays. {@code Util.readPageHeader} of the Parquet library reads a stream
 * byte by byte, and formats texts for each header. Not safe for use by several threads.
 */
final class HeaderReader {
  private final Bytes bytes = new Bytes();
  private final TProtocol protocol = new InterningProtocol(new TCompactProtocol(bytes));

  /**
   * Reads a header. The sizes in it are not checked.
   *
   * @param head buffer over an array that begins with the header; afterwards its position is the
   *     end of the header
   * @return null if the bytes end within the header; then the position is unchanged
   * @throws IOException if the bytes are not a header
   */
  PageHeader read(ByteBuffer head) throws IOException {
    bytes.array = head.array();
    bytes.at = head.arrayOffset() + head.position();
    bytes.end = head.arrayOffset() + head.limit();
    protocol.reset();
    PageHeader header = new PageHeader();
    try {
      header.read(protocol);
    } catch (TTransportException e) {
      return null;
    } catch (TException e) {
      throw new IOException(e.getMessage(), e);
    }
    head.position(bytes.at - head.arrayOffset());
    return header;
  }

  /** Part of an array, from which Thrift reads without a call for each byte. */
  private static final class Bytes extends TTransport {
    private byte[] array = {};
    private int at;
    private int end;

    @Override
    public byte[] getBuffer() {
      return array;
    }

    @Override
    public int getBufferPosition() {
      return at;
    }

    @Override
    public int getBytesRemainingInBuffer() {
      return end - at;
    }

    @Override
    public void consumeBuffer(int count) {
      at += count;
    }

    @Override
    public int read(byte[] into, int offset, int count) throws TTransportException {
      checkReadBytesAvailable(count);
      System.arraycopy(array, at, into, offset, count);
      at += count;
      return count;
    }

    @Override
    public void checkReadBytesAvailable(long count) throws TTransportException {
      if (count > end - at) {
        throw new TTransportException(TTransportException.END_OF_FILE);
      }
    }

    @Override
    public TConfiguration getConfiguration() {
      return TConfiguration.DEFAULT;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void open() {
      // nothing to open
    }

    @Override
    public void close() {
      // nothing to close
    }

    @Override
    public void updateKnownMessageSize(long size) {
      // the length of the array limits all sizes
    }

    @Override
    public void write(byte[] from, int offset, int count) {
      throw new UnsupportedOperationException("headers are only read");
    }
  }
}
