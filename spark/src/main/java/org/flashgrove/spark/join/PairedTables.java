package org.flashgrove.spark.join;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.flashgrove.access.record.SkippedRecords;
import org.flashgrove.access.scan.SkipCollector;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.read.TableUse;
import org.flashgrove.spark.remote.Cancellation;
import org.flashgrove.storage.heap.page.HeapRecord;

/**
 * Join of two tables of two datasets by their indexes, within one task.
 *
 * @param skipped receives the pairs that no algorithm can evaluate
 */
record PairedTables(
    JoinedDataset left, JoinedDataset right, JoinCondition condition, SkipAccumulator skipped)
    implements Serializable {
  /** Returns the pairs of rows of two tables. */
  Iterator<Row> rows(SealedTable leftTable, SealedTable rightTable) {
    TableUse one = left.use(leftTable);
    TableUse other = right.use(rightTable);
    long[][] pairs = {new long[16]};
    int[] size = {0};
    SkipCollector skips = new SkipCollector();
    condition.join(
        one.snapshot(),
        other.snapshot(),
        (leftRid, rightRid) -> {
          Cancellation.check();
          if (size[0] == pairs[0].length) {
            pairs[0] = Arrays.copyOf(pairs[0], 2 * size[0]);
          }
          pairs[0][size[0]++] = leftRid;
          pairs[0][size[0]++] = rightRid;
        },
        skips);
    HeapRecord record = new HeapRecord();
    Function<Object, Row> leftRows = left.rows();
    Function<Object, Row> rightRows = right.rows();
    List<String> lines = new ArrayList<>();
    for (SkippedRecords.Skipped each : skips.skipped().first()) {
      Row row = row(one, each.rid(), record, leftRows);
      lines.add(SkipAccumulator.text(row) + " in " + rightTable.file() + ": " + each.reason());
    }
    skipped.add(new SkippedRows(skips.skipped().count(), lines));
    return IntStream.range(0, size[0] / 2)
        .mapToObj(
            i ->
                RowFactory.create(
                    row(one, pairs[0][2 * i], record, leftRows),
                    row(other, pairs[0][2 * i + 1], record, rightRows)))
        .iterator();
  }

  private static Row row(
      TableUse use, long rid, HeapRecord record, Function<Object, Row> converter) {
    if (!use.snapshot().get(rid, record)) {
      throw new IllegalStateException(
          "record "
              + rid
              + ": an index names it, but the table does not contain it; the table is damaged");
    }
    return converter.apply(use.row(record.body()));
  }
}
