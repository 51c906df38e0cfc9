package org.flashgrove.access;

/**
 * A copy of a store as one commit left it.
 *
 * @param commitNumber number of the commit, as {@link SpatialStore#commitNumber()} tells it
 * @param pages pages copied
 * @param pageBytes their bytes
 */
public record Backup(long commitNumber, long pages, long pageBytes) {
  /** Is told how a backup goes on. */
  @FunctionalInterface
  public interface Progress {
    /** Tells nobody. */
    Progress NONE = (copied, total) -> {};

    /** So many pages of all that are to be copied are. */
    void copied(long pages, long total);
  }
}
