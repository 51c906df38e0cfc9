package org.flashgrove.datasets.row;

import java.io.Closeable;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.feature.FeatureCursor;

/**
 * Data file whose features can be read by their row numbers, which count from 0. An index over the
 * file stores these numbers. Not safe for use by several threads.
 */
public interface RowFile extends Closeable {
  /** Returns the number of rows. */
  long rowCount();

  /** Returns the size of the file in bytes. */
  long size();

  /** Returns a text that differs between versions of the file, such as a hash of its footer. */
  String fingerprint();

  /**
   * Returns an encoding of the positions of all rows, which {@link RowFormat#openRows} takes to
   * open the file faster. The first call may read the whole file.
   *
   * @throws org.flashgrove.datasets.InputException if the file is damaged
   */
  byte[] places();

  /**
   * Reads the bounds of all features that have a geometry.
   *
   * @param sink takes the row number and the bounds of each feature
   * @throws org.flashgrove.datasets.InputException if the file is damaged
   */
  void forEachBounds(EntrySink sink);

  /**
   * Reads some rows.
   *
   * @param numbers row numbers, ascending, each once
   * @return a cursor over these rows in this order; the file must stay open until it is closed
   */
  FeatureCursor rows(long[] numbers);

  @Override
  void close();
}
