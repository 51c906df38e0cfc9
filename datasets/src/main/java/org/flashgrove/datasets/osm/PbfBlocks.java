package org.flashgrove.datasets.osm;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import crosby.binary.Fileformat;
import crosby.binary.Osmformat;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.flashgrove.datasets.InputException;

/** The blocks of data of a file, one at a time; nothing is allocated that a length only claims. */
final class PbfBlocks implements Closeable {
  /** Bytes of a header, as the format has it. */
  private static final int MOST_HEADER_BYTES = 1 << 16;

  /** Bytes of a block, packed or not, as the format has it. */
  private static final int MOST_BYTES = 1 << 25;

  /** Strings and objects of a block; writers put 8,000 objects into one. */
  private static final int MOST_PARTS = 1 << 19;

  private static final List<String> KNOWN = List.of("OsmSchema-V0.6", "DenseNodes");

  private final String name;
  private final DataInputStream bytes;
  private long position;

  PbfBlocks(Path file, String name) {
    this.name = name;
    try {
      bytes = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16));
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be opened", e);
    }
  }

  /** Returns the next block of data, null at the end. */
  Osmformat.PrimitiveBlock next() {
    long at = position;
    try {
      while (true) {
        at = position;
        int first = bytes.read();
        if (first < 0) {
          if (position == 0) {
            throw problem(0, "is empty", "OpenStreetMap in PBF", null);
          }
          return null;
        }
        int length = first << 24;
        for (int shift = 16; shift >= 0; shift -= 8) {
          length |= bytes.readUnsignedByte() << shift;
        }
        if (length < 0 || length > MOST_HEADER_BYTES) {
          throw problem(
              at,
              "a header of " + Integer.toUnsignedString(length) + " bytes",
              "OpenStreetMap in PBF, whose headers have at most " + MOST_HEADER_BYTES,
              null);
        }
        Fileformat.BlobHeader header = Fileformat.BlobHeader.parseFrom(read(length));
        position += 4 + length;
        byte[] content = content(at, header);
        if (header.getType().equals("OSMHeader")) {
          requireKnown(at, Osmformat.HeaderBlock.parseFrom(content));
        } else if (header.getType().equals("OSMData")) {
          requireBounded(at, content);
          return Osmformat.PrimitiveBlock.parseFrom(content);
        }
      }
    } catch (InvalidProtocolBufferException e) {
      throw problem(at, "a damaged message", "OpenStreetMap in PBF", e);
    } catch (EOFException e) {
      throw problem(at, "the file ends within a block", "a complete file", e);
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be read", e);
    }
  }

  /** Reads bytes that are there: an array grows with them, not with what a length claims. */
  private byte[] read(int length) throws IOException {
    byte[] read = bytes.readNBytes(length);
    if (read.length < length) {
      throw new EOFException();
    }
    return read;
  }

  private byte[] content(long at, Fileformat.BlobHeader header) throws IOException {
    int size = header.getDatasize();
    if (size < 0 || size > MOST_BYTES) {
      throw problem(
          at,
          "a block of " + Integer.toUnsignedString(size) + " bytes",
          "at most " + MOST_BYTES,
          null);
    }
    Fileformat.Blob blob = Fileformat.Blob.parseFrom(read(size));
    position += size;
    if (blob.hasRaw()) {
      return blob.getRaw().toByteArray();
    }
    if (!blob.hasZlibData()) {
      throw problem(at, "a block packed in another way", "blocks that are raw or zlib", null);
    }
    if (blob.getRawSize() < 0 || blob.getRawSize() > MOST_BYTES) {
      throw problem(
          at,
          "a block of " + Integer.toUnsignedString(blob.getRawSize()) + " bytes when unpacked",
          "at most " + MOST_BYTES,
          null);
    }
    return unpacked(at, blob.getZlibData(), blob.getRawSize());
  }

  private byte[] unpacked(long at, ByteString packed, int size) {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(packed.toByteArray());
      byte[] content = new byte[size];
      int length = 0;
      while (length < size) {
        int count = inflater.inflate(content, length, size - length);
        if (count == 0) {
          break;
        }
        length += count;
      }
      if (length < size || inflater.inflate(new byte[1]) > 0) {
        throw problem(at, "a block of another size than it says", "a complete file", null);
      }
      return content;
    } catch (DataFormatException e) {
      throw problem(at, "a block that cannot be unpacked", "zlib", e);
    } finally {
      inflater.end();
    }
  }

  private void requireKnown(long at, Osmformat.HeaderBlock header) {
    for (String feature : header.getRequiredFeaturesList()) {
      if (!KNOWN.contains(feature)) {
        throw problem(
            at, "the file requires " + feature, "files that require " + KNOWN + " alone", null);
      }
    }
  }

  /** Counts strings and objects before they are made: two bytes can ask for an object. */
  private void requireBounded(long at, byte[] content) throws IOException {
    CodedInputStream block = CodedInputStream.newInstance(content);
    int parts = 0;
    for (int tag = block.readTag(); tag != 0; tag = block.readTag()) {
      int field = WireFormat.getTagFieldNumber(tag);
      if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED && field <= 2) {
        int outer = block.pushLimit(block.readRawVarint32());
        for (int inner = block.readTag(); inner != 0; inner = block.readTag()) {
          block.skipField(inner);
          parts++;
        }
        block.popLimit(outer);
        parts++;
      } else {
        block.skipField(tag);
      }
      if (parts > MOST_PARTS) {
        throw problem(at, "a block of more than " + MOST_PARTS + " parts", "blocks of fewer", null);
      }
    }
  }

  private InputException problem(long at, String wrong, String allowed, Exception cause) {
    return new InputException(name, "byte " + at, wrong, allowed, cause);
  }

  @Override
  public void close() {
    try {
      bytes.close();
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be closed", e);
    }
  }
}
