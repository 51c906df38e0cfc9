package org.flashgrove.spark.write;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.flashgrove.access.structure.LoadOptions;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableLoader;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.Bounds;
import org.flashgrove.spark.dataset.DatasetDirectory;
import org.flashgrove.spark.dataset.FileCall;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.remote.PackedDirectory;
import org.flashgrove.spark.remote.ScratchBytes;
import org.flashgrove.spark.remote.TableSealer;
import org.locationtech.jts.geom.Envelope;

/**
 * Writer of one table for a task. It sorts the rows along a Hilbert curve, with bounded memory and
 * temporary local files. At the commit, it writes the table as one file. If the task fails before
 * that, it leaves no file behind.
 */
final class TableWriter implements DataWriter<InternalRow> {
  private static final int SORT_MEMORY = 16 << 20;
  private static final int ROW_MEMORY = 8 << 20;
  private static final int FEW = 32;

  /**
   * Order in which entries are packed into leaves. Records are sorted in the same order, so the
   * records that match a window lie in few ranges of pages.
   */
  private static final String LEAF_ORDER = "hilbert";

  private final DatasetDirectory dataset;
  private final String name;
  private final Columns columns;
  private final RowEncoder encoder;
  private RowBlock encoded = new RowBlock();
  private final Envelope bounds = new Envelope();
  private final RangeCollector ranges;
  private final TableSettings settings;
  private final HilbertCurve curve;
  private java.nio.file.Path local;
  private RowSorter rows;
  private PackedDirectory store;
  private Table table;
  private TableLoader loader;
  private long records;
  private long located;
  private boolean created;

  /**
   * Creates a writer.
   *
   * @param name name of the file, relative to the directory of the dataset
   * @param curve Hilbert curve along which the records are sorted
   */
  TableWriter(
      DatasetDirectory dataset,
      String name,
      Columns columns,
      TableSettings settings,
      HilbertCurve curve) {
    this.dataset = dataset;
    this.name = name;
    this.columns = columns;
    this.settings = settings;
    this.curve = curve;
    encoder = new RowEncoder(columns, curve);
    ranges = new RangeCollector(columns);
  }

  private ScratchBytes scratch(String file) {
    return new ScratchBytes(local.resolve(file), TaskMemory.ofThisTask());
  }

  /**
   * Writes rows that are encoded already.
   *
   * @param block row that stands for a {@link RowBlock}
   */
  @Override
  public void write(InternalRow block) throws IOException {
    add(new RowBlock(block));
  }

  /** Encodes a row, and writes it. */
  void encode(InternalRow row) throws IOException {
    encoder.read(row);
    encoded.add(row, encoder);
    if (encoded.length() >= RowBlock.FULL) {
      add(encoded);
      encoded.clear();
    }
  }

  private void add(RowBlock block) throws IOException {
    if (rows == null) {
      local = Files.createTempDirectory("flashgrove-");
      rows = new RowSorter(ROW_MEMORY, scratch("rows"));
    }
    rows.add(block.bytes(), block.start(), block.start() + block.length());
    located += block.located();
    bounds.expandToInclude(block.bounds());
  }

  @Override
  public TableMessage commit() throws IOException {
    if (encoded.length() > 0) {
      add(encoded);
    }
    if (rows == null) {
      return new TableMessage(List.of());
    }
    TableOptions options = settings.options(columns);
    store = new PackedDirectory(options, scratch("pages"));
    table = Table.create(store, options);
    loader = table.loader(new LoadOptions(SORT_MEMORY, local).withOrder(LEAF_ORDER, curve));
    rows.sort();
    while (loadSome()) {
      // loads all rows
    }
    rows.close();
    loader.commit();
    loader.close();
    table.store().compact();
    table.close();
    Path path = dataset.table(name);
    TableSealer.Sealed sealed;
    try (FSDataOutputStream out = dataset.files().create(path, false)) {
      created = true;
      sealed = TableSealer.seal(store, out);
      FileCall.sync(out);
    }
    return new TableMessage(
        List.of(
            new SealedTable(
                name,
                sealed.bytes(),
                sealed.head(),
                records,
                located,
                Bounds.of(bounds),
                ranges.ranges())));
  }

  /**
   * Loads the next {@link #FEW} rows. The JIT compiler compiles this method once and early, which
   * it does not do with a loop over all rows.
   *
   * @return whether there were as many rows
   */
  private boolean loadSome() throws IOException {
    for (int i = 0; i < FEW; i++) {
      EncodedRows row = rows.next();
      if (row == null) {
        return false;
      }
      loader.appendWkb(records++, row.wkb(), row.row());
      ranges.add(row.wkb().hasRemaining(), row.bytes(), row.row().position());
    }
    return true;
  }

  @Override
  public void abort() throws IOException {
    try {
      close();
    } finally {
      if (created) {
        dataset.files().delete(dataset.table(name), false);
      }
    }
  }

  /** Closes this writer. It keeps only what {@link #abort} needs. */
  @Override
  public void close() throws IOException {
    if (local == null) {
      return;
    }
    java.nio.file.Path gone = local;
    local = null;
    try (RowSorter sorter = rows;
        PackedDirectory pages = store;
        Table closed = table;
        TableLoader ended = loader) {
      // closes all of them, even if one fails
    } finally {
      encoded = null;
      rows = null;
      store = null;
      table = null;
      loader = null;
      delete(gone);
    }
  }

  private static void delete(java.nio.file.Path directory) throws IOException {
    try (Stream<java.nio.file.Path> files = Files.walk(directory)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.deleteIfExists(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
