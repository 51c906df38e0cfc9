package org.flashgrove.storage.log.role;

import org.flashgrove.core.log.AppendLog;

/**
 * A structure whose content is written to another log: a compacted log, the state that a checkpoint
 * saves, or the log of a copy of the store. The store calls {@link #unflushedBytes} first, then
 * perhaps {@link Persistable#flush}, then {@link #content}, {@link #contentSteps} or {@link
 * #copyContent}.
 */
public interface Copyable extends NumberedStructure {
  /**
   * Returns about how many bytes of changes {@link #content} appends; 0 if all changes are on the
   * device.
   */
  long unflushedBytes();

  /**
   * Returns about how many bytes of changes opening would have to apply one by one: those in the
   * log since the structure's content was last written to it; 0 if opening takes no longer for
   * them.
   */
  default long replayBytes() {
    return 0;
  }

  /** Returns the bytes of its own file that hold content; 0 if it has no file of its own. */
  default long ownFileBytes() {
    return 0;
  }

  /** Returns whether {@link #content} logs a changed page as a whole, however little changed. */
  default boolean logsWholePages() {
    return false;
  }

  /**
   * Appends sections that hold what the structure's pages on the device do not: its catalog and its
   * unflushed changes. A log that begins with these sections must restore the structure. What the
   * structure writes to the device instead, within this call, need not be appended.
   */
  void content(AppendLog.FrameSink sections);

  /**
   * Returns whether nothing but commits, flushes and maintenance changes what {@link #content}
   * appends, no query in particular. The store then calls it without the lock and writes each
   * section to the new log as it comes, so that neither the heap need have room for all of them nor
   * queries wait meanwhile.
   */
  default boolean isStillBetweenCommits() {
    return false;
  }

  /** Content in steps, between which commits go on. */
  @FunctionalInterface
  interface ContentSteps {
    /**
     * Appends the next sections, few at a time; first, before other frames come, those that they
     * need. A log that begins with the sections of all steps and has between them the frames that
     * came between the steps must restore the structure.
     *
     * @return whether more steps follow
     */
    boolean next(AppendLog.FrameSink sections);
  }

  /**
   * Returns what {@link #content} appends in steps, from the first one on, or null if it must be
   * appended at once. Steps are not always taken to their end. They are made without the lock.
   */
  default ContentSteps contentSteps() {
    return null;
  }

  /**
   * Appends the sections of the log of a copy: as {@link #content} does, together with what stands
   * on the device and is not copied page by page.
   */
  default void copyContent(AppendLog.FrameSink sections) {
    content(sections);
  }
}
