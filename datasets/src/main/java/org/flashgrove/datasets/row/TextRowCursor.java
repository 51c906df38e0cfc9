package org.flashgrove.datasets.row;

import java.util.List;
import org.flashgrove.datasets.feature.FeatureCursor;

/**
 * Cursor over the rows of a text, or of a part of a text that begins at a row. Rows are numbered
 * from 0 over the whole file; bad rows count, too.
 */
public interface TextRowCursor extends FeatureCursor {
  /** Returns the number of the current row, which may be bad. */
  long row();

  /** Returns the number of characters of the text before the current row. */
  long position();

  /**
   * Returns the number of the current series of rows. An odd number stands for rows in an array,
   * which have commas between them. A block of rows must not contain rows of two series.
   */
  default int series() {
    return 0;
  }

  /**
   * Returns the keys of all attributes so far, from which the reader of a part makes the names of
   * attributes.
   */
  List<String> keys();

  /** Returns the index of the attribute for ids that are no 64-bit integers; -1 if none so far. */
  int idAttribute();

  /**
   * Moves past the next row without reading its values.
   *
   * @throws org.flashgrove.datasets.InputException if the rest of the text cannot be read
   */
  void skip();
}
