package org.flashgrove.datasets.osm;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes of a data block with an index of its strings and groups. Objects are created on request,
 * because two bytes of a block can describe an object of a hundred bytes.
 */
final class PbfBlock {
  /** Maximum number of strings and of groups in a block. Writers put 8,000 objects into a block. */
  private static final int MOST_PARTS = 1 << 19;

  private static final int STRINGS = 1;
  private static final int GROUP = 2;
  private static final int GRANULARITY = 17;
  private static final int LAT_OFFSET = 19;
  private static final int LON_OFFSET = 20;
  private static final double GRANULARITY_OF_UNITS = 100;

  private final byte[] content;

  /**
   * Start and end offsets of strings, alternating. The array {@code groups} has the same structure.
   */
  private int[] strings = new int[64];

  private int[] groups = new int[4];
  private String[] texts;
  private int stringCount;
  private int groupCount;
  private int granularity = 100;
  private long latOffset;
  private long lonOffset;

  /** Indexes the bytes of a block. */
  PbfBlock(byte[] content) throws IOException {
    this.content = content;
    CodedInputStream block = CodedInputStream.newInstance(content);
    for (int tag = block.readTag(); tag != 0; tag = block.readTag()) {
      switch (WireFormat.getTagFieldNumber(tag)) {
        case STRINGS -> readStrings(tag, block);
        case GROUP -> {
          if (2 * groupCount == groups.length) {
            groups = Arrays.copyOf(groups, 2 * groups.length);
          }
          int length = lengthOf(tag, block);
          groups[2 * groupCount] = block.getTotalBytesRead();
          groups[2 * groupCount++ + 1] = length;
          block.skipRawBytes(length);
          requireFew();
        }
        case GRANULARITY -> granularity = block.readInt32();
        case LAT_OFFSET -> latOffset = block.readInt64();
        case LON_OFFSET -> lonOffset = block.readInt64();
        default -> skip(tag, block);
      }
    }
    texts = new String[stringCount];
  }

  private void readStrings(int outerTag, CodedInputStream block) throws IOException {
    int outer = block.pushLimit(lengthOf(outerTag, block));
    for (int tag = block.readTag(); tag != 0; tag = block.readTag()) {
      if (WireFormat.getTagFieldNumber(tag) != 1) {
        skip(tag, block);
        continue;
      }
      if (2 * stringCount == strings.length) {
        strings = Arrays.copyOf(strings, 2 * strings.length);
      }
      int length = lengthOf(tag, block);
      strings[2 * stringCount] = block.getTotalBytesRead();
      strings[2 * stringCount++ + 1] = length;
      block.skipRawBytes(length);
      requireFew();
    }
    block.popLimit(outer);
  }

  private void requireFew() throws IOException {
    if (stringCount + groupCount > MOST_PARTS) {
      throw new InvalidProtocolBufferException("a block of more than " + MOST_PARTS + " parts");
    }
  }

  /** Returns the number of bytes of a field. */
  static int lengthOf(int tag, CodedInputStream message) throws IOException {
    if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
      throw new InvalidProtocolBufferException("a damaged message");
    }
    return message.readRawVarint32();
  }

  /**
   * Skips an unknown field. Protocol Buffers groups are not supported, because they may be nested.
   */
  static void skip(int tag, CodedInputStream message) throws IOException {
    int type = WireFormat.getTagWireType(tag);
    if (type == WireFormat.WIRETYPE_START_GROUP || !message.skipField(tag)) {
      throw new InvalidProtocolBufferException("a damaged message");
    }
  }

  byte[] content() {
    return content;
  }

  int groupCount() {
    return groupCount;
  }

  /** Returns the offset of a group. */
  int groupStart(int group) {
    return groups[2 * group];
  }

  CodedInputStream group(int group) {
    return CodedInputStream.newInstance(content, groups[2 * group], groups[2 * group + 1]);
  }

  /** Returns a string of the string table. Each string is decoded only once. */
  String string(long index) throws IOException {
    if (index < 0 || index >= stringCount) {
      throw new InvalidProtocolBufferException("a tag that is not in its block's table");
    }
    int at = (int) index;
    if (texts[at] == null) {
      texts[at] = new String(content, strings[2 * at], strings[2 * at + 1], StandardCharsets.UTF_8);
    }
    return texts[at];
  }

  /**
   * Returns a longitude in units of 1e-7 degrees, or {@link OsmObject#NO_PLACE} if it is out of
   * range.
   */
  int lon(long value) {
    return units(lonOffset, value, 1_800_000_000L);
  }

  /**
   * Returns a latitude in units of 1e-7 degrees, or {@link OsmObject#NO_PLACE} if it is out of
   * range.
   */
  int lat(long value) {
    return units(latOffset, value, 900_000_000L);
  }

  private int units(long offset, long value, long most) {
    long units = Math.round((offset + granularity * (double) value) / GRANULARITY_OF_UNITS);
    return units < -most || units > most ? OsmObject.NO_PLACE : (int) units;
  }
}
