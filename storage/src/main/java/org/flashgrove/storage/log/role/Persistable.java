package org.flashgrove.storage.log.role;

/** A structure that keeps its content on a device: in pages or blocks that it writes itself. */
public interface Persistable extends NumberedStructure {
  /**
   * Returns whether an edit since the structure was opened has changed which blocks of its file are
   * valid. Closing then records the newest frame in a superblock, so that an older log is refused.
   */
  default boolean isEdited() {
    return false;
  }

  /** Writes all changes to the device, without a sync. */
  void flush();

  /**
   * Makes durable the pages that were written in place. Called only with {@code placement=home}.
   */
  default void syncPages() {
    throw new UnsupportedOperationException("structure " + number() + " writes no page in place");
  }

  /**
   * Shortens its file by the free slots at the end. Called only with {@code placement=home}, and
   * for a structure with a file of its own.
   */
  default void giveEndBack() {
    throw new UnsupportedOperationException("structure " + number() + " writes no page in place");
  }
}
