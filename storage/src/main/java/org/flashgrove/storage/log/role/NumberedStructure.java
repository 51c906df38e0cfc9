package org.flashgrove.storage.log.role;

/** A structure of a store, identified in the log by its number. */
public interface NumberedStructure {
  /**
   * Returns the structure's number in its store, at least 0. The number is unique in the store and
   * does not change when the store is reopened. Log sections, moves and page maps use it to
   * identify the structure.
   */
  int number();

  /** Returns the name of the file with the structure's pages, used in events. */
  String fileName();

  /**
   * Returns whether the structure's pages are in the page file that the store's structures share.
   * If not, the structure has a file of its own, which it syncs itself. A copy of the store
   * includes that file.
   */
  default boolean sharesSlots() {
    return true;
  }
}
