package org.flashgrove.access.kind;

/** Salvages one structure of a damaged store. */
public interface StructureSalvage extends AutoCloseable {
  /** Determines the structure's current content, after the slots of the store were scanned. */
  void look();

  /**
   * Returns whether anything of the structure was found outside of the slots and the log of the
   * store.
   */
  default boolean foundAnything() {
    return false;
  }

  /** Inserts the content into the empty structure with the same name in a new store. */
  Rescue rescue(Structure into);

  @Override
  default void close() {
    // most hold no files
  }
}
