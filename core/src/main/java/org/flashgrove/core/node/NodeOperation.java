package org.flashgrove.core.node;

/**
 * One maintenance operation: all its changes become visible and are logged together at {@link
 * #commit()}, or none does.
 *
 * <p>{@link #close()} without a commit restores everything, catalog and node ids included. Reads
 * inside see the operation's own changes; an image read before a change stays as it was.
 *
 * <p>Entries are words as the level's {@link NodeLayout} says; arrays are copied before a method
 * returns. A node must not hold more entries than a page has room for.
 *
 * <p>Which nodes are there, how full they are and what stands in them is the tree's business: a
 * change to a node that does not exist is the caller's mistake and may go unnoticed.
 */
public interface NodeOperation extends NodeReader {
  /**
   * Number of entries of a node without reading it, where it is known, else by reading it. After
   * {@link #add} of a child that was there already it may be too high until the node is read.
   */
  int entryCount(long nodeId, int level);

  /**
   * CREATE: a new node with entries {@code [from, to)} of {@code entries}; returns its id. Ids come
   * first from the free list, oldest first, else are the last one plus 1.
   *
   * @param header the tree's header of three words, or null for zeros
   * @param entries in the layout's order, if it has one; empty ranges are fine
   */
  long create(int level, long[] header, EntryList entries, int from, int to);

  /**
   * REPLACE: new header and entries for a node, as a split or a redistribution leaves them.
   *
   * @param header as in {@link #create}: null means zeros, not the old header
   * @param entries in the layout's order, if it has one
   */
  void replace(long nodeId, int level, long[] header, EntryList entries, int from, int to);

  /**
   * ADD: one more entry. Where the layout {@link NodeLayout#repeats} it stands beside equal ones;
   * elsewhere one of the same identity is replaced. Does not read the node.
   */
  void add(long nodeId, int level, long[] entry);

  /** CHANGE: new words for one entry of the same identity; its place in the order may move. */
  void change(long nodeId, int level, long[] entry);

  /** REMOVE: takes away one entry whose identity words are the first of {@code key}. */
  void remove(long nodeId, int level, long[] key);

  /**
   * HEADER: a new tree header of three words. Entries are not put in order again: a header under
   * which they would stand differently comes with {@link #replace}.
   */
  void header(long nodeId, int level, long[] header);

  /** DELETE: the node is gone; its id is given out again after the commit. */
  void delete(long nodeId, int level);

  /** CATALOG: the root and its level. */
  void root(long nodeId, int height);

  /** CATALOG: the number of entries. */
  void entries(long count);

  /** CATALOG: the tree's own bytes, at most 256. */
  void extra(byte[] bytes);

  /** Logs and publishes all changes; afterwards the operation can only be closed. */
  void commit();

  /** Whether the changes are committed: by {@link #commit()}, or with those of other structures. */
  boolean isCommitted();
}
