package org.flashgrove.core.node;

/**
 * Changes to the nodes of one tree that commit together: {@link #commit()} logs all of them and
 * makes them visible to new snapshots.
 *
 * <p>{@link #close()} without a commit undoes all changes, including those to the catalog and to
 * node ids. Reads within the operation see its own changes; an image that was read before a change
 * does not change.
 *
 * <p>An entry is an array of words in the form of the level's {@link NodeLayout}. Implementations
 * copy arrays before a method returns. The tree ensures that no node exceeds {@link
 * NodePage#capacity}, and that it changes only existing nodes of the given level and existing
 * entries. Implementations need not detect a violation; those that do throw {@link
 * IllegalStateException}.
 *
 * <p>After the commit only {@link #isCommitted()} and {@link #close()} may be called.
 */
public interface NodeOperation extends NodeReader {
  /**
   * Returns the number of entries in a node, without reading the node if the store knows the
   * number. After {@link #add} replaced an entry, the result may be too high until the node is
   * read.
   */
  int entryCount(long nodeId, int level);

  /**
   * CREATE: creates a node with entries {@code from} to {@code to - 1} of {@code entries} and
   * returns its id. The id is the oldest id of the free list, or the highest id ever assigned plus
   * 1 if the list is empty. Ids of nodes that this operation deletes become free at its commit.
   *
   * @param header the tree's header of {@link NodeView#HEADER_WORDS} words, or null for zeros
   * @param entries entries in the layout's order, if it has an order; null if {@code from == to}
   */
  long create(int level, long[] header, EntryList entries, int from, int to);

  /**
   * REPLACE: replaces the header and all entries of a node, as a split or a redistribution does.
   *
   * @param header as in {@link #create}: null means zeros, not the old header
   * @param entries as in {@link #create}
   */
  void replace(long nodeId, int level, long[] header, EntryList entries, int from, int to);

  /**
   * ADD: adds an entry without reading the node. If the layout has an order, the entry is inserted
   * in order. If the layout {@linkplain NodeLayout#repeats allows equal entries}, equal entries are
   * kept; otherwise the entry replaces an entry with the same identity.
   */
  void add(long nodeId, int level, long[] entry);

  /**
   * CHANGE: replaces the words of the entry that has the same identity words as {@code entry}. In a
   * layout with an order, the entry moves to the slot that follows from its new words.
   */
  void change(long nodeId, int level, long[] entry);

  /** REMOVE: removes one entry whose identity words equal the first words of {@code key}. */
  void remove(long nodeId, int level, long[] key);

  /**
   * PATCH: changes some bytes of a node whose layout is {@linkplain NodeLayout#isRaw raw}. The
   * default replaces the complete content.
   *
   * @param patch the steps to apply; the caller may reuse it when this method returns
   */
  default void patch(long nodeId, int level, NodePatch patch) {
    NodeView before = read(nodeId, level);
    int count = before.count();
    EntryList content = new EntryList(1, count);
    content.addAll(before);
    release(before);
    patch.applyTo(content);
    replace(nodeId, level, null, content, 0, count);
  }

  /**
   * HEADER: replaces the header of {@link NodeView#HEADER_WORDS} words. The entries keep their
   * order. If a header changes the order, the tree must call {@link #replace} instead.
   */
  void header(long nodeId, int level, long[] header);

  /** DELETE: deletes a node. Its id becomes free at the commit. */
  void delete(long nodeId, int level);

  /** CATALOG: sets the node id and the level of the root. */
  void root(long nodeId, int height);

  /** CATALOG: sets the number of entries in all leaves. */
  void entries(long count);

  /**
   * CATALOG: stores bytes of the tree's choice, at most {@link NodeStore#MAX_EXTRA_BYTES}, in the
   * catalog.
   */
  void extra(byte[] bytes);

  /**
   * Logs all changes and makes them visible. Afterwards the operation can only be closed.
   *
   * @throws IllegalStateException if the operation is already committed, or is part of a batch,
   *     which must then be committed instead
   * @throws IllegalArgumentException if the changes exceed one log frame; nothing is committed
   */
  void commit();

  /**
   * Commits like {@link #commit()} but does not wait until the commit is durable. A tree calls this
   * method, releases its write lock, and then calls {@link NodeStore#awaitDurable}, so that one
   * sync can serve several threads.
   */
  default void commitAsync() {
    commit();
  }

  /**
   * Sets the last changes of this operation. If a batch over several structures commits the
   * operation, the batch runs them first. {@link #commit()} does not run them.
   *
   * @return false if the operation cannot do this; it then ignores the call
   */
  default boolean beforeCommit(Runnable lastChanges) {
    return false;
  }

  /**
   * Returns whether the changes are committed, by {@link #commit()} or by a batch over several
   * structures.
   */
  boolean isCommitted();
}
