package org.flashgrove.access.kind;

/** Salvages one structure of a damaged store. */
public interface StructureSalvage extends AutoCloseable {
  /**
   * Finds out which content of the structure is current, from pages and log. The caller must first
   * scan the pages of the store.
   */
  void look();

  /** Returns whether data of the structure was found outside of the page file and the log. */
  default boolean foundAnything() {
    return false;
  }

  /**
   * Inserts the content into an empty structure of a new store, and returns counts of the result.
   */
  Rescue rescue(Structure into);

  @Override
  default void close() {
    // Most structures have no separate files to close.
  }
}
