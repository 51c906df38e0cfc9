package org.flashgrove.datasets.feature;

import org.flashgrove.datasets.InputException;

/** Forms that the features of a file may have. */
public enum RowForms {
  /** Ids and objects. */
  ENTRIES(true, false, false),
  /** Ids and objects that exist, so that no row gets a new id. */
  KNOWN_ENTRIES(true, false, false),
  /** Ids and objects, or only attributes. An object without a geometry has no bounds. */
  RECORDS(true, false, false),
  /** Ids and objects, or the ids alone of objects to be deleted. */
  ENTRIES_OR_KEYS(true, true, false),
  /** Ids and objects, or ids with the rectangle that an object has and the one that it gets. */
  ENTRIES_OR_MOVES(true, false, true),
  /** Ids with the rectangle that an object has and the one that it gets. */
  MOVES(false, false, true),
  /** Keys with a value each. */
  PAIRS(false, false, false);

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

  /** Returns whether features without an id get new ones; other forms name existing objects. */
  public boolean makesIds() {
    return this == ENTRIES || this == RECORDS;
  }

  /** Returns whether features may lack a geometry. */
  public boolean allowsNoGeometry() {
    return this == RECORDS;
  }

  /**
   * Refuses a file whose features can be objects alone, where something else is wanted.
   *
   * @param file what messages call the file
   * @param format the name of its format
   * @throws org.flashgrove.datasets.InputException if objects are not allowed
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
