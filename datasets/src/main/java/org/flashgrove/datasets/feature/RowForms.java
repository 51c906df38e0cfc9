package org.flashgrove.datasets.feature;

import org.flashgrove.datasets.InputException;

/** Forms of features that a reader accepts. An object is a point, a rectangle or a geometry. */
public enum RowForms {
  /** Ids with objects. Objects without an id get a new one. */
  ENTRIES(true, false, false),
  /** Ids that exist already, with their objects. No row gets a new id. */
  KNOWN_ENTRIES(true, false, false),
  /** Ids with objects, or only attributes. A feature without a geometry has no bounds. */
  RECORDS(true, false, false),
  /** Ids with objects, or only ids, which mean deletions. */
  ENTRIES_OR_KEYS(true, true, false),
  /** Ids with objects, or ids with an old and a new rectangle. */
  ENTRIES_OR_MOVES(true, false, true),
  /** Ids with an old and a new rectangle. */
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
   * Throws an exception if objects are not allowed. A format whose features are always objects
   * calls this method.
   *
   * @param file name of the file in messages
   * @param format name of its format
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
