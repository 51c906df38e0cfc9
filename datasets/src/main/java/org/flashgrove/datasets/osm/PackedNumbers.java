package org.flashgrove.datasets.osm;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.Arrays;

/**
 * The numbers of a repeated field, read one after the other from the bytes of their message: they
 * take no memory of their own, unless a message has the field several times.
 */
final class PackedNumbers {
  private byte[] bytes;
  private int from;
  private int end;
  private boolean isCopy;
  private CodedInputStream in;

  /** Forgets the numbers. */
  void clear() {
    from = 0;
    end = 0;
    isCopy = false;
    in = null;
  }

  /** Takes the field at whose tag a message is, packed or a number alone. */
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

  /** Counts the numbers: each has one byte that says that no other follows. */
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

  /** Returns the next number as it is. */
  long next() throws IOException {
    return hasNext() ? in.readRawVarint64() : 0;
  }

  /** Returns the next number of a field of signed differences; 0 at the end. */
  long nextDifference() throws IOException {
    return CodedInputStream.decodeZigZag64(next());
  }
}
