package org.flashgrove.datasets.osm;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.Arrays;

/**
 * Numbers of a repeated Protocol Buffers field, decoded one by one from the bytes of the message
 * that contains the field. This needs no additional memory, unless the field occurs in the message
 * more than once.
 */
final class PackedNumbers {
  private byte[] bytes;
  private int from;
  private int end;
  private boolean isCopy;
  private CodedInputStream in;

  /** Removes all numbers. */
  void clear() {
    from = 0;
    end = 0;
    isCopy = false;
    in = null;
  }

  /**
   * Adds the current field of a message, which is either a packed list or a single number.
   *
   * @param tag tag of the field
   * @param content bytes that contain the message
   * @param base offset of the message in {@code content}
   */
  void add(int tag, byte[] content, int base, CodedInputStream message) throws IOException {
    int first;
    int length;
    if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
      length = message.readRawVarint32();
      first = base + message.getTotalBytesRead();
      message.skipRawBytes(length);
    } else if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_VARINT) {
      first = base + message.getTotalBytesRead();
      message.readRawVarint64();
      length = base + message.getTotalBytesRead() - first;
    } else {
      throw new InvalidProtocolBufferException("numbers of another kind");
    }
    if (end == from) {
      bytes = content;
      from = first;
      end = first + length;
      isCopy = false;
    } else {
      append(content, first, length);
    }
    in = null;
  }

  private void append(byte[] content, int first, int length) {
    int size = end - from;
    if (!isCopy) {
      bytes = Arrays.copyOfRange(bytes, from, from + Math.max(2 * size, size + length));
      from = 0;
      isCopy = true;
    } else if (size + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * size, size + length));
    }
    System.arraycopy(content, first, bytes, size, length);
    end = size + length;
  }

  /**
   * Returns the number of numbers. Counts the bytes with a clear continuation bit, because each
   * number ends with such a byte.
   */
  int count() {
    int count = 0;
    for (int i = from; i < end; i++) {
      count += bytes[i] >= 0 ? 1 : 0;
    }
    return count;
  }

  boolean hasNext() throws IOException {
    if (in == null && end > from) {
      in = CodedInputStream.newInstance(bytes, from, end - from);
    }
    return in != null && !in.isAtEnd();
  }

  /** Returns the next unsigned number, or 0 at the end. */
  long next() throws IOException {
    return hasNext() ? in.readRawVarint64() : 0;
  }

  /** Returns the next signed number, which is zigzag-encoded, or 0 at the end. */
  long nextDifference() throws IOException {
    return CodedInputStream.decodeZigZag64(next());
  }
}
