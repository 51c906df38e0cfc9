package org.flashgrove.spark.remote;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * Layout of the file of a sealed table. The file contains the files of the store, beginning with
 * the pages. The head, which is the end of the file, has copies of the pages that opening a table
 * and descending its indexes need. One request thus reads all of these pages.
 *
 * <p>All positions refer to the uncompressed file. In a compressed file, the body, which is
 * everything before the head, is stored in chunks.
 *
 * @param files position and length of each file of the store, by name
 * @param copies position of the copy of each copied range, by the position of the range
 * @param headPosition position of the head
 * @param chunks positions of the chunks of the body, or null if it is not compressed
 */
record SealedLayout(
    Map<String, Part> files, TreeMap<Long, Copy> copies, long headPosition, Chunks chunks) {
  /** Size of the footer at the end of the file, which locates the directory. */
  static final int FOOTER_BYTES = 24;

  private static final int MAGIC = 0x31_54_47_46; // "FGT1" in the file
  private static final int FORMAT = 2;
  private static final int UNCOMPRESSED = 1;
  private static final int MOST_FILES = 1 << 10;

  /** Position and length of a file of the store. */
  record Part(long offset, long length) {}

  /** Range of which the head has a copy. */
  record Copy(long offset, int length, long copyOffset) {}

  static SealedLayout create(long headPosition, Chunks chunks) {
    return new SealedLayout(new LinkedHashMap<>(), new TreeMap<>(), headPosition, chunks);
  }

  /**
   * Returns the encoded directory, which describes this layout, followed by the footer.
   *
   * @param offset position of the directory in the file
   */
  byte[] encode(long offset, CRC32C headSum) {
    byte[] types = chunks.columns().types();
    int bytes = 5 * Integer.BYTES + Long.BYTES + FOOTER_BYTES + chunks.count() * Integer.BYTES;
    bytes += types.length;
    for (String name : files.keySet()) {
      bytes += Integer.BYTES + name.getBytes(StandardCharsets.UTF_8).length + 2 * Long.BYTES;
    }
    bytes += copies.size() * (2 * Long.BYTES + Integer.BYTES);
    ByteBuffer out = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    out.putLong(headPosition).putInt(Chunks.COLUMNS).putInt(types.length).put(types);
    out.putInt(chunks.chunkBytes());
    int[] lengths = chunks.lengths();
    out.asIntBuffer().put(lengths);
    out.position(out.position() + lengths.length * Integer.BYTES);
    out.putInt(files.size()).putInt(copies.size());
    files.forEach(
        (name, part) -> {
          byte[] text = name.getBytes(StandardCharsets.UTF_8);
          out.putInt(text.length).put(text).putLong(part.offset()).putLong(part.length());
        });
    copies
        .values()
        .forEach(
            copy -> out.putLong(copy.offset()).putInt(copy.length()).putLong(copy.copyOffset()));
    headSum.update(out.array(), 0, out.position());
    out.putLong(offset).putInt((int) headSum.getValue()).putInt(FORMAT).putInt(0).putInt(MAGIC);
    return out.array();
  }

  /**
   * Reads the directory at the end of a file, which describes its layout.
   *
   * @param head bytes at the end of the file
   * @param start position of these bytes in the file
   * @throws IOException if the directory is damaged, or has a newer format
   */
  static SealedLayout decode(String name, byte[] head, long start) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
    int footer = head.length - FOOTER_BYTES;
    if (footer < 0 || in.getInt(head.length - Integer.BYTES) != MAGIC) {
      throw new IOException(name + ": does not end as a sealed table does");
    }
    int format = in.getInt(footer + Long.BYTES + Integer.BYTES);
    if (format > FORMAT) {
      throw new IOException(name + ": format " + format + " (allowed: up to " + FORMAT + ")");
    }
    CRC32C sum = new CRC32C();
    sum.update(head, 0, footer);
    long directory = in.getLong(footer) - start;
    if ((int) sum.getValue() != in.getInt(footer + Long.BYTES)
        || directory < 0
        || directory > footer) {
      throw new IOException(name + ": the head at the end is damaged: its checksum does not match");
    }
    try {
      in.position((int) directory);
      if (format == UNCOMPRESSED) {
        return decode(in, create(start, null));
      }
      long headPosition = in.getLong();
      int codec = in.getInt();
      Chunks.require(name, codec);
      RecordColumns columns = codec == Chunks.COLUMNS ? columns(in) : null;
      return decode(in, create(headPosition, chunks(in, headPosition, start, columns)));
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new IOException(name + ": the directory at the end is damaged", e);
    }
  }

  private static RecordColumns columns(ByteBuffer in) {
    int count = in.getInt();
    if (count < 0 || count > in.remaining()) {
      throw new IllegalArgumentException("impossible number of columns");
    }
    byte[] types = new byte[count];
    in.get(types);
    return new RecordColumns(types);
  }

  private static Chunks chunks(
      ByteBuffer in, long bodyBytes, long storedBytes, RecordColumns columns) {
    int chunkBytes = in.getInt();
    long count = chunkBytes < 1 ? -1 : (bodyBytes + chunkBytes - 1) / chunkBytes;
    if (bodyBytes < 0 || count < 0 || count > in.remaining() / Integer.BYTES) {
      throw new IllegalArgumentException("impossible number of chunks");
    }
    int[] lengths = new int[(int) count];
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = in.getInt();
    }
    return new Chunks(chunkBytes, lengths, storedBytes, columns);
  }

  private static SealedLayout decode(ByteBuffer in, SealedLayout layout) {
    int files = in.getInt();
    int copies = in.getInt();
    if (files < 0 || files > MOST_FILES || copies < 0) {
      throw new IllegalArgumentException("impossible counts");
    }
    for (int i = 0; i < files; i++) {
      int length = in.getInt();
      if (length < 0 || length > in.remaining()) {
        throw new IllegalArgumentException("impossible name");
      }
      byte[] text = new byte[length];
      in.get(text);
      String file = new String(text, StandardCharsets.UTF_8);
      layout.files.put(file, new Part(in.getLong(), in.getLong()));
    }
    for (int i = 0; i < copies; i++) {
      Copy copy = new Copy(in.getLong(), in.getInt(), in.getLong());
      layout.copies.put(copy.offset(), copy);
    }
    return layout;
  }
}
