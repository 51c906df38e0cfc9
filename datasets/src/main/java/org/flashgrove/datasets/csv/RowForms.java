package org.flashgrove.datasets.csv;

import java.util.ArrayList;
import java.util.List;

/** The forms of rows that a file may contain. */
public enum RowForms {
  /** Ids and objects. */
  ENTRIES(null),
  /** Ids and objects, or the ids alone of objects to be deleted. */
  ENTRIES_OR_KEYS(HeaderForm.KEY),
  /** Ids and objects, or ids with the rectangle that an object has and the one that it gets. */
  ENTRIES_OR_MOVES(HeaderForm.UPDATE);

  private final List<HeaderForm> headers;

  RowForms(HeaderForm more) {
    List<HeaderForm> all =
        new ArrayList<>(
            List.of(HeaderForm.XY, HeaderForm.LON_LAT, HeaderForm.RECTANGLE, HeaderForm.WKT));
    if (more != null) {
      all.add(more);
    }
    headers = List.copyOf(all);
  }

  /** Returns the headers that files may have. */
  List<HeaderForm> headers() {
    return headers;
  }
}
