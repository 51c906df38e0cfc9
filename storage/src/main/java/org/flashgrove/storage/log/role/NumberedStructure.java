package org.flashgrove.storage.log.role;

/** A structure of a store, as all that deals with its log knows it. */
public interface NumberedStructure {
  /**
   * Returns the number of the structure in its store, 0 or more: no two structures have the same,
   * and it stays when the store is opened again. Sections, moves and page maps name the structure
   * by it.
   */
  int number();

  /** Returns the name of the file that holds its pages, for events. */
  String fileName();

  /**
   * Returns whether its pages are among the slots that the structures of a store share. Otherwise
   * it has a file of its own and makes that durable itself, and a copy of the store copies that,
   * too.
   */
  default boolean sharesSlots() {
    return true;
  }
}
