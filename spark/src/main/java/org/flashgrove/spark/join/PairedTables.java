package org.flashgrove.spark.join;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;
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
  Iterator<InternalRow> rows(SealedTable leftTable, SealedTable rightTable) {
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
    List<String> lines = new ArrayList<>();
    for (SkippedRecords.Skipped each : skips.skipped().first()) {
      String row = SkipAccumulator.text(row(one, each.rid(), record), left.columns().schema());
      lines.add(row + " in " + rightTable.file() + ": " + each.reason());
    }
    skipped.add(new SkippedRows(skips.skipped().count(), lines));
    return IntStream.range(0, size[0] / 2)
        .mapToObj(
            i ->
                InternalRows.row(
                    row(one, pairs[0][2 * i], record), row(other, pairs[0][2 * i + 1], record)))
        .iterator();
  }

  private static InternalRow row(TableUse use, long rid, HeapRecord record) {
    if (!use.snapshot().get(rid, record)) {
      throw new IllegalStateException(
          "record "
              + rid
              + ": an index names it, but the table does not contain it; the table is damaged");
    }
    return use.row(record.body());
  }
}
