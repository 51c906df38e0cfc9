package org.flashgrove.datasets.feature;

import org.flashgrove.datasets.InputException;

/** Forms of features that a reader accepts. An object is a point, a rectangle or a geometry. */
public enum RowForms {
  /** Rows with an id and an object. A row without an id gets a new one. */
  ENTRIES(true, false, false),
  /** Rows with an object and an id that exists already. No row gets a new id. */
  KNOWN_ENTRIES(true, false, false),
  /**
   * Rows with an id and an object, or with an id and only attributes. A row without a geometry has
   * no bounds.
   */
  RECORDS(true, false, false),
  /**
   * Rows with an id and an object, or rows with only an id. Such an id names an object to delete.
   */
  ENTRIES_OR_KEYS(true, true, false),
  /** Rows with an id and an object, or rows with an id, an old rectangle and a new rectangle. */
  ENTRIES_OR_MOVES(true, false, true),
  /** Rows with an id, an old rectangle and a new rectangle. */
  MOVES(false, false, true),
  /** Rows with a key and a value. */
  PAIRS(false, false, false);

  /** End of messages about features without a geometry in files that become entries. */
  public static final String TABLES_TAKE_NONE =
      "; a table ('build --table') also takes features without a geometry";

  private final boolean entries;
  private final boolean keys;
  private final boolean moves;

  RowForms(boolean entries, boolean keys, boolean moves) {
    this.entries = entries;
    this.keys = keys;
    this.moves = moves;
  }

  /** Returns whether features of a kind are allowed. */
  public boolean allows(EntryKind kind) {
    return switch (kind) {
      case KEYS -> keys;
      case MOVES -> moves;
      case PAIRS -> this == PAIRS;
      default -> entries;
    };
  }

  /**
   * Returns whether features without an id get new ids. If not, every id must name an existing
   * object.
   */
  public boolean makesIds() {
    return this == ENTRIES || this == RECORDS;
  }

  /** Returns whether features may have no geometry. */
  public boolean allowsNoGeometry() {
    return this == RECORDS;
  }

  /**
   * Throws an exception if rows with a point, a rectangle or a geometry are not allowed. Called by
   * formats that have only such rows.
   *
   * @param file name of the file in messages
   * @param format name of its format
   * @throws org.flashgrove.datasets.InputException if such rows are not allowed
   */
  public void requireEntries(String file, String format) {
    if (!entries) {
      throw new InputException(
          file,
          0,
          "is " + format + ", which has objects alone",
          "CSV with "
              + (this == PAIRS
                  ? "keys and values"
                  : "id,oldminx,oldminy,oldmaxx,oldmaxy,minx,miny,maxx,maxy"));
    }
  }
}
