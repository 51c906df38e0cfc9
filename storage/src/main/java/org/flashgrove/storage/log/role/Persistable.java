package org.flashgrove.storage.log.role;

/** A structure that writes its pages or blocks to a device. */
public interface Persistable extends NumberedStructure {
  /**
   * Returns whether the set of valid blocks has changed since the structure was opened. If so,
   * closing the store records the newest frame number in a superblock. The next open then refuses a
   * log file that is older than the blocks.
   */
  default boolean isEdited() {
    return false;
  }

  /** Writes all changes to the device, without a sync. */
  void flush();

  /**
   * Syncs the pages of the structure. The store calls this only if pages are written in place
   * ({@code placement=home}).
   */
  default void syncPages() {
    throw new UnsupportedOperationException(
        "structure " + number() + ": does not write pages in place");
  }

  /**
   * Truncates the free slots at the end of the structure's file. The store calls this if pages are
   * written in place ({@code placement=home}), and for structures with a file of their own.
   */
  default void giveEndBack() {
    throw new UnsupportedOperationException(
        "structure " + number() + ": does not write pages in place");
  }
}
