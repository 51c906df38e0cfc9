package org.flashgrove.access;

/**
 * A copy of a store as one commit left it.
 *
 * @param commitNumber number of the commit, as {@link Store#commitNumber()} returns it
 * @param pages pages copied
 * @param pageBytes their bytes
 */
public record Backup(long commitNumber, long pages, long pageBytes) {
  /** Receives the progress of a backup; {@link #NONE} ignores it. */
  @FunctionalInterface
  public interface Progress {
    /** Ignores the progress. */
    Progress NONE = (copied, total) -> {};

    /** Receives how many pages are copied, and how many are to be. */
    void copied(long pages, long total);
  }
}
