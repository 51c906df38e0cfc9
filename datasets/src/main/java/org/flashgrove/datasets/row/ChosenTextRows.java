package org.flashgrove.datasets.row;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.file.TextSource;
import org.flashgrove.datasets.source.ByteSource;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/** Cursor over chosen rows of a text file. Keeps one block of rows in memory. */
final class ChosenTextRows implements FeatureCursor {
  /** Maximum number of bytes that are announced to a source at once. */
  private static final int MOST_ANNOUNCED = 1 << 22;

  private final ByteSource source;
  private final TextRowReader reader;
  private final TextRows.Contents contents;
  private final long[] numbers;
  private int next;
  private int block = -1;
  private int announcedBlock = -1;
  private long rowsRead;
  private TextRowCursor part;

  ChosenTextRows(
      ByteSource source, TextRowReader reader, TextRows.Contents contents, long[] numbers) {
    this.source = source;
    this.reader = reader;
    this.contents = contents;
    this.numbers = numbers;
    part = open("", 0, false);
  }

  private TextRowCursor open(String text, long rowsBefore, boolean isArray) {
    return reader.openPart(
        TextSource.of(text, source.name()), contents.facts(), rowsBefore, isArray);
  }

  @Override
  public boolean next() {
    if (next == numbers.length) {
      return false;
    }
    long wanted = numbers[next];
    int of = contents.blocks().blockOf(wanted);
    if (of != block) {
      begin(of);
    }
    next++;
    while (rowsRead < wanted) {
      part.skip();
      rowsRead++;
    }
    rowsRead++;
    if (!part.next()) {
      throw changed();
    }
    return true;
  }

  private void begin(int of) {
    RowBlocks blocks = contents.blocks();
    if (source.isRemote() && of > announcedBlock) {
      announce();
    }
    block = of;
    byte[] bytes = source.read(blocks.offset(of), blocks.bytes(of));
    if (!blocks.isIntact(of, bytes)) {
      throw changed();
    }
    rowsRead = blocks.firstRow(of);
    part.close();
    part = open(new String(bytes, StandardCharsets.UTF_8), rowsRead, contents.isArray(of));
  }

  /** Announces the blocks of the next rows to the source. */
  private void announce() {
    RowBlocks blocks = contents.blocks();
    long[] at = new long[numbers.length - next];
    int[] counts = new int[at.length];
    int count = 0;
    long bytes = 0;
    for (int i = next; i < numbers.length && bytes < MOST_ANNOUNCED; i++) {
      int of = blocks.blockOf(numbers[i]);
      if (of > announcedBlock) {
        at[count] = blocks.offset(of);
        counts[count] = blocks.bytes(of);
        bytes += counts[count++];
        announcedBlock = of;
      }
    }
    source.announce(Arrays.copyOf(at, count), Arrays.copyOf(counts, count));
  }

  private InputException changed() {
    return new InputException(
        source.name(),
        "byte " + contents.blocks().offset(block),
        "rows that changed after they were indexed",
        "an unchanged file",
        null);
  }

  @Override
  public EntryKind kind() {
    return part.kind();
  }

  @Override
  public CoordinateSystem coordinateSystem() {
    return contents.facts().system();
  }

  @Override
  public long id() {
    return contents.madeIds().idOf(part.row(), part.id());
  }

  @Override
  public boolean isIdMade() {
    return !contents.facts().areIdsGiven() || contents.madeIds().contains(part.row());
  }

  @Override
  public Envelope bounds() {
    return part.bounds();
  }

  @Override
  public Geometry geometry() {
    return part.geometry();
  }

  @Override
  public List<String> attributeNames() {
    return part.attributeNames();
  }

  @Override
  public Object attribute(int attribute) {
    return part.attribute(attribute);
  }

  @Override
  public AttributeType declaredType(int attribute) {
    return contents.facts().types().get(attribute);
  }

  @Override
  public InputException problem(String wrong, String allowed) {
    return part.problem(wrong, allowed);
  }

  @Override
  public long skippedRows() {
    return 0;
  }

  @Override
  public void close() {
    part.close();
  }
}
