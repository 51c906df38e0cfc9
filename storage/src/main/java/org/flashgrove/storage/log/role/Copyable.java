package org.flashgrove.storage.log.role;

import org.flashgrove.core.log.AppendLog;

/**
 * A structure whose content can be written to another log: a compacted log, the state of a
 * checkpoint, or the log of a copy of the store. The store first calls {@link #unflushedBytes}. If
 * the result is too large, it calls {@link Persistable#flush}. Then it calls {@link #content},
 * {@link #contentSteps} or {@link #copyContent}.
 */
public interface Copyable extends NumberedStructure {
  /**
   * Returns the approximate size in bytes of the changes that {@link #content} appends. Returns 0
   * if all changes are on the device.
   */
  long unflushedBytes();

  /**
   * Returns the approximate size in bytes of the logged changes that the next open must apply one
   * by one. These are the changes made since the structure's content was last written to the log as
   * a whole. Returns 0 if replaying these changes takes little time.
   */
  default long replayBytes() {
    return 0;
  }

  /**
   * Returns the number of bytes that the structure uses in a file of its own. Returns 0 if the
   * structure has no file of its own.
   */
  default long ownFileBytes() {
    return 0;
  }

  /**
   * Returns whether {@link #content} appends the whole page for each page with a change that is not
   * on the device, even if the change is small.
   */
  default boolean logsWholePages() {
    return false;
  }

  /**
   * Appends the catalog and the unflushed changes of the structure. Replaying a log that starts
   * with the appended sections must restore the structure. Instead of appending changes, the
   * structure may write them to the device during this call.
   */
  void content(AppendLog.FrameSink sections);

  /**
   * Returns true if only commits, flushes and maintenance can change the frames that {@link
   * #content} appends, and queries never do. The store then calls {@link #content} without the
   * store lock and writes each section to the new log immediately. This saves memory, and queries
   * need not wait.
   */
  default boolean isStillBetweenCommits() {
    return false;
  }

  /** Content that is appended in steps. Commits may happen between the steps. */
  @FunctionalInterface
  interface ContentSteps {
    /**
     * Appends the next few sections. The first step must append everything that later frames depend
     * on. The new log contains the sections of all steps, and between them the frames of commits
     * made between the steps. Replaying the new log must restore the structure.
     *
     * @return whether more steps follow
     */
    boolean next(AppendLog.FrameSink sections);
  }

  /**
   * Returns steps that together append what {@link #content} appends, or null if the content must
   * be appended at once. The store may stop before the last step, and calls the steps without the
   * store lock.
   */
  default ContentSteps contentSteps() {
    return null;
  }

  /**
   * Appends the structure's sections for the log of a copy of the store. These are the sections
   * that {@link #content} appends. Further sections contain the content of those pages or blocks on
   * the device that the copy does not include.
   */
  default void copyContent(AppendLog.FrameSink sections) {
    content(sections);
  }
}
