package org.flashgrove.spark.write;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Queue;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.catalyst.InternalRow;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.Bounds;
import org.flashgrove.spark.dataset.Tiles;

/**
 * Encodes the rows of a partition and collects them in blocks, one for each tile. A full block is
 * sent to the task that writes the table of its tile. If the blocks of all tiles together exceed a
 * fixed memory, all blocks are sent.
 */
final class TileBlocks implements FlatMapFunction<Iterator<InternalRow>, InternalRow> {
  private static final long serialVersionUID = 1;

  /** Total number of bytes of a task's blocks above which all blocks are sent. */
  private static final int MEMORY = 8 << 20;

  private static final int FEW = 64;

  private final Columns columns;
  private final Tiles tiles;
  private final Bounds space;

  /** Value of the column {@code tile} for each tile. */
  private final int[] keys;

  /**
   * Creates the function.
   *
   * @param space domain of the Hilbert curve along which tables sort their records
   * @param keys value of the column {@code tile} for each tile
   */
  TileBlocks(Columns columns, Tiles tiles, Bounds space, int[] keys) {
    this.columns = columns;
    this.tiles = tiles;
    this.space = space;
    this.keys = keys;
  }

  @Override
  public Iterator<InternalRow> call(Iterator<InternalRow> rows) {
    return new Gathering(rows);
  }

  /** Iterator of the rows that stand for the blocks of a partition. */
  private final class Gathering implements Iterator<InternalRow> {
    private final Iterator<InternalRow> rows;
    private final RowEncoder encoder = new RowEncoder(columns, space.curve());
    private final RowBlock[] blocks = new RowBlock[keys.length];
    private final Queue<InternalRow> sent = new ArrayDeque<>();
    private long memory;

    Gathering(Iterator<InternalRow> rows) {
      this.rows = rows;
      Arrays.setAll(blocks, tile -> new RowBlock());
    }

    @Override
    public boolean hasNext() {
      while (sent.isEmpty() && rows.hasNext()) {
        addSome();
      }
      return !sent.isEmpty();
    }

    /**
     * Adds the next {@link #FEW} rows. The JIT compiler compiles this method once and early, which
     * it does not do with a loop over all rows.
     */
    private void addSome() {
      for (int i = 0; i < FEW && sent.isEmpty() && memory <= MEMORY && rows.hasNext(); i++) {
        add(rows.next());
      }
      if (memory > MEMORY || !rows.hasNext()) {
        sendAll();
      }
    }

    @Override
    public InternalRow next() {
      hasNext();
      return sent.remove();
    }

    private void add(InternalRow row) {
      encoder.read(row);
      int tile =
          encoder.isLocated()
              ? tiles.tileOf(encoder.geometry().centreX(), encoder.geometry().centreY())
              : 0;
      if (!blocks[tile].hasRoom(encoder.bytes())) {
        makeRoom(tile);
      }
      blocks[tile].add(row, encoder);
    }

    /** Makes room for the row that was read last: enlarges the block of a tile, or sends it. */
    private void makeRoom(int tile) {
      RowBlock block = blocks[tile];
      memory -= block.memoryBytes();
      if (block.length() > 0 && block.length() + (long) encoder.bytes() > RowBlock.FULL) {
        send(tile);
        block.clear();
      }
      block.reserve(encoder.bytes());
      memory += block.memoryBytes();
    }

    private void send(int tile) {
      sent.add(blocks[tile].row(keys[tile]));
    }

    private void sendAll() {
      for (int tile = 0; tile < blocks.length; tile++) {
        if (blocks[tile].length() > 0) {
          send(tile);
          blocks[tile] = new RowBlock();
        }
      }
      memory = 0;
    }
  }
}
