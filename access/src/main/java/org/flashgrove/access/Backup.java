package org.flashgrove.access;

/**
 * Result of a backup: a copy of a store at one commit.
 *
 * @param commitNumber number of the commit, as {@link Store#commitNumber()} returns it
 * @param pages number of pages copied
 * @param pageBytes total size of these pages in bytes
 */
public record Backup(long commitNumber, long pages, long pageBytes) {
  /** Receives the progress of a backup; {@link #NONE} ignores it. */
  @FunctionalInterface
  public interface Progress {
    /** Ignores the progress. */
    Progress NONE = (copied, total) -> {};

    /** Receives the number of pages copied so far, and the total number of pages to copy. */
    void copied(long pages, long total);
  }
}
