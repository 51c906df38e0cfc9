package org.flashgrove.datasets.row;

import java.io.Closeable;
import java.util.Set;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;

/**
 * Data file whose features can be read by their row numbers, which count from 0. An index over the
 * file stores these numbers. Not safe for use by several threads.
 */
public interface RowFile extends Closeable {
  /** Returns the number of rows. */
  long rowCount();

  /**
   * Returns the approximate number of rows. A file that does not state this number may return an
   * estimate, and is then not read as a whole.
   */
  default long estimatedRowCount() {
    return rowCount();
  }

  /** Returns the size of the file in bytes. */
  long size();

  /** Returns a text that differs between versions of the file, such as a hash of its footer. */
  String fingerprint();

  /**
   * Returns an encoding of the positions of all rows in the file. With this encoding, {@link
   * RowFormat#openRows} opens the file faster the next time. The first call may read the whole
   * file.
   *
   * @throws org.flashgrove.datasets.InputException if the file is damaged
   */
  byte[] places();

  /**
   * Compares the file with an older version of the file. If rows were only appended, {@link
   * #places} then reads only the appended rows. Called before {@code places}.
   *
   * @param older result of {@code places} for the older version
   * @return number of rows of the older version if they are the first rows of this file, unchanged;
   *     otherwise, or if the format cannot tell, 0
   */
  default long keepRows(byte[] older) {
    return 0;
  }

  /**
   * Reads the bounds of all features with a geometry, from a given row to the end of the file.
   * Bounds may be larger than the geometry.
   *
   * @param firstRow number of the first row
   * @param policy decides about bad rows. With {@link BadRowPolicy#STOP}, a format may read bounds
   *     without decoding geometries. It then misses bad rows that {@link #rows} finds later. With
   *     another policy, it reads each row as completely as {@code rows} does.
   * @param sink takes the row number and the bounds of each feature
   * @throws org.flashgrove.datasets.InputException if the file is damaged
   */
  void forEachBounds(long firstRow, BadRowPolicy policy, EntrySink sink);

  /**
   * Reads the rows with the given numbers.
   *
   * @param numbers row numbers, ascending, without duplicates
   * @return a cursor over these rows in this order; the file must stay open until the cursor is
   *     closed
   */
  FeatureCursor rows(long[] numbers);

  /**
   * Reads some attributes of rows. A format may read less of the file than {@link #rows(long[])}.
   *
   * @param attributes names of the attributes to read; the cursor may return null for others
   */
  default FeatureCursor rows(long[] numbers, Set<String> attributes) {
    return rows(numbers);
  }

  @Override
  void close();
}
