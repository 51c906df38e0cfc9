package org.flashgrove.access.kind;

/** Rescues one structure of a damaged store. */
public interface StructureSalvage extends AutoCloseable {
  /** Finds out what is current of it, after the slots of the store were looked through. */
  void look();

  /** Returns whether anything was found of it beside the slots and the log of the store. */
  default boolean foundAnything() {
    return false;
  }

  /** Puts what is found into the empty structure of the same name in a new store. */
  Rescue rescue(Structure into);

  @Override
  default void close() {
    // most hold no files
  }
}
