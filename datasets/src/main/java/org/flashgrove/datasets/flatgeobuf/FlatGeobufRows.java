package org.flashgrove.datasets.flatgeobuf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FreshIds;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.row.RowBlocks;
import org.flashgrove.datasets.row.RowFile;

/** Reads the features of a FlatGeobuf file by their position in the file. */
final class FlatGeobufRows implements RowFile {
  private static final int MOST_HASHED_BYTES = 1 << 16;

  private final Path path;
  private final String name;
  private final FlatGeobufFeatures.Head head;
  private final FileChannel channel;
  private final long size;
  private RowBlocks blocks;
  private Map<Long, Long> madeIds;

  FlatGeobufRows(Path path, String name, byte[] places) {
    this.path = path;
    this.name = name;
    try (FlatGeobufFeatures all = scan()) {
      head = all.head();
    }
    FileChannel opened = null;
    boolean isOpen = false;
    try {
      opened = FileChannel.open(path);
      size = opened.size();
      blocks = places == null ? null : RowBlocks.of(places, head.begin(), size);
      isOpen = true;
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be opened", e);
    } finally {
      if (!isOpen) {
        close(opened);
      }
    }
    channel = opened;
  }

  private FlatGeobufFeatures scan() {
    return new FlatGeobufFeatures(path, name, BadRowPolicy.STOP);
  }

  @Override
  public long rowCount() {
    return blocks().rows();
  }

  @Override
  public long estimatedRowCount() {
    long least = 2L * Integer.BYTES; // of a feature
    return blocks == null && head.count() > 0 ? Math.min(head.count(), size / least) : rowCount();
  }

  @Override
  public long size() {
    return size;
  }

  /** Returns a hash of the first and the last bytes of the file. */
  @Override
  public String fingerprint() {
    CRC32C sum = new CRC32C();
    int bytes = (int) Math.min(MOST_HASHED_BYTES, size);
    sum.update(read(0, bytes));
    sum.update(read(size - bytes, bytes));
    return Long.toHexString(sum.getValue());
  }

  private byte[] read(long offset, int bytes) {
    ByteBuffer into = ByteBuffer.allocate(bytes);
    try {
      while (into.hasRemaining()) {
        if (channel.read(into, offset + into.position()) < 0) {
          throw new InputException(
              name, "byte " + offset, "the file ends within a feature", "a complete file", null);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be read", e);
    }
    return into.array();
  }

  private RowBlocks blocks() {
    if (blocks == null) {
      forEachBounds(0, BadRowPolicy.skip(bad -> {}), (row, minX, minY, maxX, maxY) -> {});
    }
    return blocks;
  }

  @Override
  public byte[] places() {
    return blocks().toBytes();
  }

  @Override
  public void forEachBounds(long firstRow, BadRowPolicy policy, EntrySink sink) {
    RowBlocks found = new RowBlocks(head.begin());
    List<FlatGeobufFeatures> scan = new ArrayList<>();
    BadRowPolicy counting =
        problem -> {
          policy.onBadRow(problem);
          add(found, scan.get(0).content()); // a row that is skipped keeps its number
        };
    try (FlatGeobufFeatures all = new FlatGeobufFeatures(path, name, counting)) {
      scan.add(all);
      all.of(RowForms.RECORDS);
      while (all.next()) {
        if (!all.bounds().isNull() && found.rows() >= firstRow) {
          sink.accept(found.rows(), all.minX(), all.minY(), all.maxX(), all.maxY());
        }
        add(found, all.content());
      }
    }
    blocks = found;
  }

  private static void add(RowBlocks blocks, byte[] content) {
    byte[] length = new byte[Integer.BYTES];
    ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).putInt(content.length);
    blocks.add(length, content);
  }

  @Override
  public FeatureCursor rows(long[] numbers) {
    return new FlatGeobufFeatures(path, name, head, new Chosen(numbers), this::idOfRowWithoutId)
        .of(RowForms.RECORDS);
  }

  /**
   * Returns the id that a sequential reader of the file creates for a row without an id. Returns
   * null if no feature of the file has an id.
   */
  private Long idOfRowWithoutId(long row) {
    if (madeIds == null) {
      madeIds = madeIds();
    }
    return madeIds.get(row);
  }

  private Map<Long, Long> madeIds() {
    Map<Long, Long> made = new HashMap<>();
    FreshIds fresh;
    try (FlatGeobufFeatures all = scan()) {
      if (!all.hasIds()) {
        return made;
      }
      fresh = all.idsOfFile();
      for (long row = 0; all.advance(); row++) {
        if (!(all.valuesAlone() instanceof Long)) {
          made.put(row, fresh.next());
        }
      }
    }
    return made;
  }

  /** Reads the features with given row numbers. Keeps one block of features in memory. */
  private final class Chosen implements FlatGeobufFeatures.Choice {
    private final long[] numbers;
    private int next;
    private int block = -1;
    private long row;
    private ByteBuffer features;

    Chosen(long[] numbers) {
      this.numbers = numbers;
    }

    @Override
    public long row() {
      return numbers[next - 1];
    }

    @Override
    public ByteBuffer next() {
      if (next == numbers.length) {
        return null;
      }
      long wanted = numbers[next++];
      int of = blocks().blockOf(wanted);
      if (of != block) {
        block = of;
        row = blocks.firstRow(of);
        features = ByteBuffer.wrap(intact(of)).order(ByteOrder.LITTLE_ENDIAN);
      }
      while (row < wanted) {
        features.position(
            features.position() + Integer.BYTES + features.getInt(features.position()));
        row++;
      }
      row++;
      byte[] content = new byte[features.getInt()];
      features.get(content);
      return ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    }

    private byte[] intact(int of) {
      byte[] bytes = read(blocks.offset(of), blocks.bytes(of));
      if (!blocks.isIntact(of, bytes)) {
        throw new InputException(
            name,
            "byte " + blocks.offset(of),
            "features that changed after they were indexed",
            "an unchanged file",
            null);
      }
      return bytes;
    }
  }

  private void close(FileChannel opened) {
    try {
      if (opened != null) {
        opened.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be closed", e);
    }
  }

  @Override
  public void close() {
    close(channel);
  }
}
