package org.flashgrove.datasets.geopackage;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.row.EncodedBytes;
import org.flashgrove.datasets.row.RowBlocks;
import org.flashgrove.datasets.row.RowFile;
import org.flashgrove.datasets.source.DiskSource;

/**
 * Reads the rows of a feature table by their position in the order of keys. Successive rows form
 * blocks with a checksum of their values. A query for a range of keys reads a block.
 */
final class GeoPackageRows implements RowFile {
  private static final int MOST_HASHED_BYTES = 1 << 16;
  private static final int LEAST_BLOCK_BYTES = 2048;

  private final Path path;
  private final String layer;
  private final FeatureTable table;
  private final PreparedStatement between;
  private final long size;
  private final String fingerprint;
  private final long version;
  private RowBlocks blocks;
  private RowKeys keys;

  /**
   * Opens a layer.
   *
   * @param places result of {@link #places}, or null
   * @throws IllegalArgumentException if {@code places} are damaged, or if the table has no key
   */
  GeoPackageRows(Path path, String name, String layer, byte[] places) {
    this.path = path;
    this.layer = layer;
    table = new FeatureTable(path, name, layer);
    boolean isOpen = false;
    try {
      if (table.keyColumn() == 0) {
        throw new InputException(
            name, 0, "the layer has no integer primary key", "a table with such a key");
      }
      version = table.version();
      between = table.between();
      try (DiskSource source = new DiskSource(path, name)) {
        size = source.size();
        fingerprint = fingerprint(source);
      }
      if (places != null) {
        decode(places);
      }
      isOpen = true;
    } finally {
      if (!isOpen) {
        table.close();
      }
    }
  }

  /**
   * Returns a hash of the first and the last bytes of the file, and of those of its write-ahead
   * log. The first bytes include a counter that SQLite increments with each change.
   */
  private String fingerprint(DiskSource source) {
    CRC32C sum = new CRC32C();
    update(sum, source);
    Path log = path.resolveSibling(path.getFileName() + "-wal");
    try {
      if (Files.exists(log) && Files.size(log) > 0) {
        try (DiskSource changes = new DiskSource(log, log.toString())) {
          update(sum, changes);
          sum.update(Long.toString(changes.size()).getBytes(StandardCharsets.US_ASCII));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(log + ": cannot be read", e);
    }
    return Long.toHexString(sum.getValue());
  }

  private static void update(CRC32C sum, DiskSource source) {
    int bytes = (int) Math.min(MOST_HASHED_BYTES, source.size());
    sum.update(source.read(0, bytes));
    sum.update(source.read(source.size() - bytes, bytes));
  }

  private RowBlocks blocks() {
    if (blocks == null) {
      forEachBounds(0, BadRowPolicy.skip(bad -> {}), (row, minX, minY, maxX, maxY) -> {});
    }
    return blocks;
  }

  @Override
  public long rowCount() {
    return blocks().rows();
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public String fingerprint() {
    return fingerprint;
  }

  @Override
  public byte[] places() {
    byte[] encoded = blocks().toBytes();
    return EncodedBytes.of(
        out -> {
          keys.write(out);
          out.write(encoded);
        });
  }

  private void decode(byte[] places) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(places))) {
      keys = RowKeys.read(in);
      byte[] encoded = in.readAllBytes();
      if (encoded.length < Long.BYTES) {
        throw new IllegalArgumentException("places of rows that end too early");
      }
      blocks = RowBlocks.of(encoded, 0, ByteBuffer.wrap(encoded).getLong());
      if (keys.isEmpty() && blocks.rows() > 0) {
        throw new IllegalArgumentException("rows without keys");
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("places of rows that end too early", e);
    }
  }

  @Override
  public void forEachBounds(long firstRow, BadRowPolicy policy, EntrySink sink) {
    RowBlocks found = new RowBlocks(0, LEAST_BLOCK_BYTES);
    RowKeys foundKeys = new RowKeys();
    FeatureTable all = new FeatureTable(path, table.file(), layer);
    try (all) {
      Counted rows = new Counted(TableRows.all(all), all, found, foundKeys);
      GeoPackageFeatures features = new GeoPackageFeatures(all, rows, policy, () -> {});
      features.of(RowForms.RECORDS);
      while (features.next()) {
        long row = rows.number() - 1;
        if (!features.bounds().isNull() && row >= firstRow) {
          sink.accept(row, features.minX(), features.minY(), features.maxX(), features.maxY());
        }
      }
    }
    blocks = found;
    keys = foundKeys;
  }

  /** Adds each row to blocks and keys, also a bad one. */
  private record Counted(TableRows rows, FeatureTable table, RowBlocks blocks, RowKeys keys)
      implements TableRows {
    @Override
    public boolean next() throws SQLException {
      if (!rows.next()) {
        return false;
      }
      if (!keys.add(rows.integer(table.keyColumn()))) {
        throw new InputException(
            table.file(),
            "row " + rows.number(),
            "a key that does not ascend",
            "keys that differ",
            null);
      }
      blocks.add(rows.encoded(table.columnCount()));
      return true;
    }

    @Override
    public long number() {
      return rows.number();
    }

    @Override
    public Object value(int column) throws SQLException {
      return rows.value(column);
    }

    @Override
    public long integer(int column) throws SQLException {
      return rows.integer(column);
    }

    @Override
    public byte[] bytes(int column) throws SQLException {
      return rows.bytes(column);
    }
  }

  @Override
  public FeatureCursor rows(long[] numbers) {
    blocks();
    table.allowWork();
    if (table.version() != version) {
      throw new InputException(
          table.file(), 0, "the file changed while it was read", "an unchanged file");
    }
    return new GeoPackageFeatures(table, new Chosen(numbers), BadRowPolicy.STOP, () -> {})
        .of(RowForms.RECORDS);
  }

  /** Rows with given numbers. Keeps one block of rows in memory. */
  private final class Chosen implements TableRows {
    private final long[] numbers;
    private final List<Object[]> kept = new ArrayList<>();
    private int next;
    private int block = -1;
    private Object[] row;

    Chosen(long[] numbers) {
      this.numbers = numbers;
    }

    @Override
    public boolean next() throws SQLException {
      if (next == numbers.length) {
        return false;
      }
      long wanted = numbers[next++];
      int of = blocks.blockOf(wanted);
      if (of != block) {
        block = of;
        read();
      }
      row = kept.get((int) (wanted - blocks.firstRow(of)));
      return true;
    }

    private void read() throws SQLException {
      long first = blocks.firstRow(block);
      long last = blocks.endRow(block) - 1;
      between.setLong(1, keys.of(first));
      between.setLong(2, keys.of(last));
      kept.clear();
      List<byte[]> contents = new ArrayList<>();
      long left = blocks.bytes(block);
      table.allowWork();
      try (ResultSet found = between.executeQuery()) {
        while (left >= 0 && found.next()) {
          Object[] values = new Object[table.columnCount() + 1];
          for (int column = 1; column < values.length; column++) {
            values[column] = found.getObject(column);
          }
          row = values;
          kept.add(values);
          contents.add(encoded(table.columnCount()));
          left -= contents.get(contents.size() - 1).length;
        }
      }
      if (kept.size() != last - first + 1
          || !blocks.isIntact(block, contents.toArray(byte[][]::new))) {
        throw new InputException(
            table.file(),
            "row " + (first + 1),
            "rows that changed after they were indexed",
            "an unchanged file",
            null);
      }
    }

    @Override
    public long number() {
      return numbers[next - 1] + 1;
    }

    @Override
    public Object value(int column) {
      return row[column];
    }

    @Override
    public long integer(int column) {
      return row[column] instanceof Number number ? number.longValue() : 0;
    }

    @Override
    public byte[] bytes(int column) {
      Object value = row[column];
      return value == null || value instanceof byte[]
          ? (byte[]) value
          : value.toString().getBytes(StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() {
    table.close();
  }
}
