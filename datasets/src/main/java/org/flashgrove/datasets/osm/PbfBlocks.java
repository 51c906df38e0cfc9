package org.flashgrove.datasets.osm;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import crosby.binary.Fileformat;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.file.Excerpt;

/**
 * Reads the data blocks of a file one by one. Lengths in the file may be wrong, so memory is
 * allocated only in proportion to the bytes that have been read.
 */
final class PbfBlocks implements Closeable {
  /** Maximum number of bytes of a header, as the format defines it. */
  private static final int MOST_HEADER_BYTES = 1 << 16;

  /** Maximum number of bytes of a block, compressed or not, as the format defines it. */
  private static final int MOST_BYTES = 1 << 25;

  /** Maximum number of decompressed bytes for each byte of a zlib stream. */
  private static final long MOST_BYTES_A_BYTE = 1_040;

  private static final List<String> KNOWN =
      List.of("OsmSchema-V0.6", "DenseNodes", "LocationsOnWays");

  private static final int REQUIRED_FEATURES = 4;
  private static final int RAW = 1;
  private static final int RAW_SIZE = 2;
  private static final int ZLIB = 3;

  private final String name;
  private final DataInputStream bytes;
  private final WorkBudget budget;
  private long position;
  private long start;

  PbfBlocks(Path file, String name, WorkBudget budget) {
    this.name = name;
    this.budget = budget;
    try {
      bytes = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16));
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be opened", e);
    }
  }

  /** Returns the next data block, or null at the end. */
  PbfBlock next() {
    long at = position;
    try {
      while (true) {
        at = position;
        start = at;
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
          requireKnown(at, content);
        } else if (header.getType().equals("OSMData")) {
          return new PbfBlock(content);
        }
      }
    } catch (InvalidProtocolBufferException e) {
      String wrong = e.getMessage().startsWith("a ") ? e.getMessage() : "a damaged message";
      throw problem(at, wrong, "OpenStreetMap in PBF", e);
    } catch (EOFException e) {
      throw problem(at, "the file ends within a block", "a complete file", e);
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be read", e);
    }
  }

  /**
   * Reads {@code length} bytes. The array grows with the bytes that exist, so a false length takes
   * no memory.
   */
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
    byte[] blob = read(size);
    position += size;
    int rawSize = 0;
    int from = 0;
    int length = 0;
    int kind = 0;
    CodedInputStream fields = CodedInputStream.newInstance(blob);
    for (int tag = fields.readTag(); tag != 0; tag = fields.readTag()) {
      int field = WireFormat.getTagFieldNumber(tag);
      if (field == RAW || field == ZLIB) {
        kind = field;
        length = PbfBlock.lengthOf(tag, fields);
        from = fields.getTotalBytesRead();
        fields.skipRawBytes(length);
      } else if (field == RAW_SIZE) {
        rawSize = fields.readInt32();
      } else {
        PbfBlock.skip(tag, fields);
      }
    }
    if (kind == 0) {
      throw problem(at, "a block packed in another way", "blocks that are raw or zlib", null);
    }
    if (kind == RAW) {
      budget.charge(length);
      return Arrays.copyOfRange(blob, from, from + length);
    }
    if (rawSize < 0 || rawSize > MOST_BYTES) {
      throw problem(
          at,
          "a block of " + Integer.toUnsignedString(rawSize) + " bytes when unpacked",
          "at most " + MOST_BYTES,
          null);
    }
    return unpacked(at, blob, from, length, rawSize);
  }

  private byte[] unpacked(long at, byte[] blob, int from, int packed, int size) {
    if (size > MOST_BYTES_A_BYTE * packed) { // checked before memory is allocated
      throw problem(at, "a block of another size than it says", "a complete file", null);
    }
    budget.charge(size);
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(blob, from, packed);
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

  private void requireKnown(long at, byte[] header) throws IOException {
    CodedInputStream fields = CodedInputStream.newInstance(header);
    for (int tag = fields.readTag(); tag != 0; tag = fields.readTag()) {
      if (WireFormat.getTagFieldNumber(tag) != REQUIRED_FEATURES) {
        PbfBlock.skip(tag, fields);
        continue;
      }
      int length = PbfBlock.lengthOf(tag, fields);
      int from = fields.getTotalBytesRead();
      fields.skipRawBytes(length);
      String feature = new String(header, from, length, StandardCharsets.UTF_8);
      if (!KNOWN.contains(feature)) {
        throw problem(
            at,
            "the file requires " + Excerpt.of(feature),
            "files that require " + KNOWN + " alone",
            null);
      }
    }
  }

  /** Returns the offset of the current block. */
  long blockStart() {
    return start;
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
