package org.flashgrove.datasets.csv;

import java.util.ArrayList;
import java.util.List;

/** The forms of rows that a file may contain. */
public enum RowForms {
  /** Ids and objects. */
  ENTRIES(true),
  /** Ids and objects, or the ids alone of objects to be deleted. */
  ENTRIES_OR_KEYS(true, HeaderForm.KEY),
  /** Ids and objects, or ids with the rectangle that an object has and the one that it gets. */
  ENTRIES_OR_MOVES(true, HeaderForm.UPDATE),
  /** Ids with the rectangle that an object has and the one that it gets. */
  MOVES(false, HeaderForm.UPDATE);

  private final List<HeaderForm> headers;

  RowForms(boolean entries, HeaderForm... more) {
    List<HeaderForm> all = new ArrayList<>();
    if (entries) {
      all.addAll(List.of(HeaderForm.XY, HeaderForm.LON_LAT, HeaderForm.RECTANGLE, HeaderForm.WKT));
    }
    all.addAll(List.of(more));
    headers = List.copyOf(all);
  }

  /** Returns what a file must be, for messages. */
  String allowedFiles() {
    return "a readable CSV file of "
        + (this == MOVES ? "updates" : "entries")
        + ", plain or gzip, or - for standard input";
  }

  /** Returns the headers that files may have. */
  List<HeaderForm> headers() {
    return headers;
  }
}
