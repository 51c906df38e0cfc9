package org.flashgrove.datasets.row;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.InferredTypes;
import org.flashgrove.datasets.file.FileSignature;
import org.flashgrove.datasets.file.TextSource;
import org.flashgrove.datasets.source.ByteSource;
import org.flashgrove.datasets.source.SourceStream;

/**
 * Text file in UTF-8 whose rows are read by ranges of bytes. Each range is a block of rows, and the
 * reader of the format reads it like a small file. Attributes have the types that fit all their
 * values.
 */
public final class TextRows implements RowFile {
  private static final int MOST_HASHED_BYTES = 1 << 16;
  private static final int LEAST_SAMPLED_LINES = 8;

  /** Assumed size of a row in bytes if the beginning of a file has too few line breaks. */
  private static final int USUAL_ROW_BYTES = 256;

  private static final int GZIP = 0x1f8b;

  private final ByteSource source;
  private final TextRowReader reader;
  private final byte[] beginning;
  private Contents contents;
  private Contents kept;

  /**
   * Facts that a scan of the file finds.
   *
   * @param arrays maps the first block of each series of rows to whether its rows are in an array,
   *     which has commas between them
   */
  record Contents(
      TextFacts facts, MadeIds madeIds, RowBlocks blocks, TreeMap<Integer, Boolean> arrays) {
    boolean isArray(int block) {
      return arrays.floorEntry(block) != null && arrays.floorEntry(block).getValue();
    }
  }

  /**
   * Opens a file.
   *
   * @param source the bytes of the file; {@link #close} closes the source
   * @param places result of {@link #places}, or null
   * @throws InputException if the file is compressed
   * @throws IllegalArgumentException if {@code places} belong to another version of the file
   */
  public TextRows(ByteSource source, TextRowReader reader, byte[] places) {
    this.source = source;
    this.reader = reader;
    boolean isOpen = false;
    try {
      beginning = source.read(0, (int) Math.min(MOST_HASHED_BYTES, source.size()));
      if (beginning.length > 1 && ((beginning[0] & 0xff) << 8 | beginning[1] & 0xff) == GZIP) {
        throw FileSignature.GZIP.unexpected(source.name());
      }
      contents = places == null ? null : decode(places, source.size());
      isOpen = true;
    } finally {
      if (!isOpen) {
        source.close();
      }
    }
  }

  /**
   * Opens a file of a format without layers.
   *
   * @param format name of the format in the message
   * @throws IllegalArgumentException if a layer is given, or as in the constructor
   */
  public static RowFile open(
      String format, ByteSource source, String layer, TextRowReader reader, byte[] places) {
    if (layer != null) {
      source.close();
      throw new IllegalArgumentException(
          "layer " + layer + ": " + format + " has no layers; omit the layer");
    }
    return new TextRows(source, reader, places);
  }

  private Contents contents() {
    if (contents == null) {
      forEachBounds(0, BadRowPolicy.skip(bad -> {}), (row, minX, minY, maxX, maxY) -> {});
    }
    return contents;
  }

  @Override
  public long rowCount() {
    return contents().blocks.rows();
  }

  @Override
  public long estimatedRowCount() {
    if (contents != null) {
      return rowCount();
    }
    int lines = 0;
    for (byte each : beginning) {
      lines += each == '\n' ? 1 : 0;
    }
    double rowBytes =
        lines < LEAST_SAMPLED_LINES ? USUAL_ROW_BYTES : (double) beginning.length / lines;
    return (long) (source.size() / rowBytes) + 1;
  }

  @Override
  public long size() {
    return source.size();
  }

  /** Returns a hash of the first and the last bytes of the file. */
  @Override
  public String fingerprint() {
    CRC32C sum = new CRC32C();
    sum.update(beginning);
    sum.update(source.read(source.size() - beginning.length, beginning.length));
    return Long.toHexString(sum.getValue());
  }

  /**
   * {@inheritDoc} Rows are kept if the file begins with the whole older version, which ends with a
   * line break and has an id for each row.
   */
  @Override
  public long keepRows(byte[] older) {
    long end = endOf(older);
    if (end <= 0 || end >= source.size() || source.read(end - 1, 1)[0] != '\n') {
      return 0;
    }
    Contents before;
    try {
      before = decode(older, end);
    } catch (IllegalArgumentException e) {
      return 0; // another head, or damaged places
    }
    RowBlocks blocks = before.blocks;
    boolean isSame = before.madeIds.isEmpty();
    for (int i = 0; i < blocks.count() && isSame; i++) {
      isSame = blocks.isIntact(i, source.read(blocks.offset(i), blocks.bytes(i)));
    }
    kept = isSame && blocks.rows() > 0 ? before : null;
    return kept == null ? 0 : blocks.rows();
  }

  /** Returns the size of the file that the result of {@link #places} belongs to. */
  private static long endOf(byte[] places) {
    return places.length < Long.BYTES ? 0 : ByteBuffer.wrap(places).getLong();
  }

  @Override
  public void forEachBounds(long firstRow, BadRowPolicy policy, EntrySink sink) {
    Contents before = kept != null && kept.blocks.rows() == firstRow ? kept : null;
    kept = null;
    PendingText text =
        new PendingText(
            new SourceStream(source, before == null ? 0 : before.blocks.end()), before != null);
    Scan scan = new Scan(text, before);
    BadRowPolicy counting =
        problem -> {
          policy.onBadRow(problem);
          scan.begin(scan.cursor); // a row that is skipped keeps its number
        };
    try (TextRowCursor all = open(text, before, counting)) {
      scan.cursor = all;
      InferredTypes types =
          before == null ? new InferredTypes() : InferredTypes.of(before.facts.typeBits());
      boolean areIdsGiven = before != null && before.facts.areIdsGiven();
      boolean isFirst = before == null;
      while (all.next()) {
        scan.begin(all);
        if (isFirst) {
          areIdsGiven = !all.isIdMade();
          isFirst = false;
        }
        if (areIdsGiven && all.isIdMade()) {
          scan.madeIds.add(all.row(), all.id());
        }
        types.look(all);
        scan.hasGeometry |= all.minX() <= all.maxX();
        if (all.minX() <= all.maxX() && all.row() >= firstRow) {
          sink.accept(all.row(), all.minX(), all.minY(), all.maxX(), all.maxY());
        }
      }
      boolean hasSameNames = Set.copyOf(all.keys()).size() == all.keys().size();
      if (before != null && !(scan.isInRow && hasSameNames)) {
        // only blank lines were appended, or a property with the name of the attribute for ids
        forEachBounds(0, BadRowPolicy.skip(bad -> {}), (row, minX, minY, maxX, maxY) -> {});
        return;
      }
      scan.end();
      TextFacts facts =
          new TextFacts(
              new String(scan.head, StandardCharsets.UTF_8),
              all.coordinateSystem(),
              all.keys(),
              types.types(all),
              types.bits(),
              all.idAttribute(),
              areIdsGiven,
              scan.hasSystem());
      contents = new Contents(facts, scan.madeIds, scan.blocks, scan.arrays);
    }
  }

  private TextRowCursor open(PendingText text, Contents before, BadRowPolicy policy) {
    String name = source.name();
    Supplier<TextSource> again = () -> TextSource.of(new SourceStream(source), name);
    if (before != null) {
      TextSource rest = TextSource.rest(text, name);
      return reader.openRest(rest, again, before.facts, before.blocks.rows(), policy);
    }
    List<TextSource> first = new ArrayList<>(List.of(TextSource.of(text, name)));
    return reader.open(() -> first.isEmpty() ? again.get() : first.remove(0), policy);
  }

  /** Finds the blocks of rows while the file is read. */
  private static final class Scan {
    private final PendingText text;
    private final MadeIds madeIds = new MadeIds();
    private final TreeMap<Integer, Boolean> arrays = new TreeMap<>();
    private TextRowCursor cursor;
    private byte[] head;
    private RowBlocks blocks;
    private int series;
    private boolean isInRow;
    private boolean hasGeometry;
    private byte[] gap = {};

    /**
     * Starts a scan.
     *
     * @param before contents of the file up to the text; null at its beginning
     */
    Scan(PendingText text, Contents before) {
      this.text = text;
      if (before != null) {
        head = before.facts.head().getBytes(StandardCharsets.UTF_8);
        blocks = before.blocks;
        hasGeometry = before.facts.hasSystem();
        arrays.putAll(before.arrays);
      }
    }

    boolean hasSystem() {
      return hasGeometry || cursor.coordinateSystem().isKnown();
    }

    /** Takes the text before the current row, which is the head or the previous row. */
    void begin(TextRowCursor at) {
      byte[] before = text.takeUntil(at.position());
      if (blocks == null) {
        head = before;
        blocks = new RowBlocks(head.length);
        arrays.put(0, isArray(at));
      } else if (!isInRow) { // after the rows of an older version
        gap = before;
        blocks.cut();
        arrays.put(blocks.count(), isArray(at));
      } else {
        addRow(before);
        if (at.series() != series) {
          blocks.cut();
          arrays.put(blocks.count(), isArray(at));
        }
      }
      series = at.series();
      isInRow = true;
    }

    private static boolean isArray(TextRowCursor at) {
      return at.series() % 2 == 1;
    }

    /** Takes the text that is left, which is the last row and what follows it. */
    void end() {
      byte[] rest = text.takeRest();
      if (blocks == null) {
        head = rest;
        blocks = new RowBlocks(head.length);
      } else {
        addRow(rest);
      }
    }

    private void addRow(byte[] row) {
      blocks.add(gap, row);
      gap = new byte[0];
    }
  }

  @Override
  public byte[] places() {
    Contents all = contents();
    byte[] head = all.facts.head().getBytes(StandardCharsets.UTF_8);
    return EncodedBytes.of(
        out -> {
          out.writeLong(all.blocks.end());
          out.writeInt(head.length);
          out.writeInt(checksum(head));
          all.facts.write(out);
          all.madeIds.write(out);
          out.writeInt(all.arrays.size());
          for (var each : all.arrays.entrySet()) {
            out.writeInt(each.getKey());
            out.writeBoolean(each.getValue());
          }
          out.write(all.blocks.toBytes());
        });
  }

  private static int checksum(byte[] bytes) {
    CRC32C sum = new CRC32C();
    sum.update(bytes);
    return (int) sum.getValue();
  }

  /**
   * Decodes the result of {@link #places}.
   *
   * @param size size of the file that the places belong to
   */
  private Contents decode(byte[] places, long size) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(places))) {
      boolean isOfSize = in.readLong() == size;
      int headBytes = in.readInt();
      int headSum = in.readInt();
      if (!isOfSize || headBytes < 0 || headBytes > size) {
        throw new IllegalArgumentException("rows of another file");
      }
      byte[] head = source.read(0, headBytes);
      if (checksum(head) != headSum) {
        throw new IllegalArgumentException("rows of another file");
      }
      TextFacts facts = TextFacts.read(in, new String(head, StandardCharsets.UTF_8));
      MadeIds made = MadeIds.read(in);
      TreeMap<Integer, Boolean> arrays = new TreeMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        arrays.put(in.readInt(), in.readBoolean());
      }
      RowBlocks blocks = RowBlocks.of(in.readAllBytes(), headBytes, size);
      return new Contents(facts, made, blocks, arrays);
    } catch (IOException e) {
      throw new IllegalArgumentException("places of rows that end too early", e);
    }
  }

  @Override
  public FeatureCursor rows(long[] numbers) {
    return new ChosenTextRows(source, reader, contents(), numbers);
  }

  @Override
  public void close() {
    source.close();
  }
}
