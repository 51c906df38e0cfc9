package org.flashgrove.rawflash.logged;

import java.util.Map;
import java.util.TreeMap;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.LoggedStore;

/**
 * Changes of a μ-tree in a store that commit together, by {@link #commit} or with a batch of the
 * store. The operation sees its own changes. Closing the operation without a commit discards them.
 * Only the thread that began the operation may use it; other threads wait until it is closed.
 */
public final class MuTreeOperation extends RawFlashOperation {
  private final LoggedMuTree tree;

  /** Staged value of each changed key, or {@code null} if the key was removed. */
  private final Map<Long, Long> staged = new TreeMap<>();

  private int insertions;
  private int growth;

  MuTreeOperation(LoggedMuTree tree, LoggedStore store) {
    super(tree, store);
    this.tree = tree;
  }

  @Override
  void clear() {
    staged.clear();
    insertions = 0;
    growth = 0;
  }

  private boolean contains(long key) {
    return staged.containsKey(key) ? staged.get(key) != null : tree.contains(key);
  }

  /** Returns whether the key has the value. Changes of this operation are taken into account. */
  public boolean holds(long key, long value) {
    requireChangeable();
    if (staged.containsKey(key)) {
      Long now = staged.get(key);
      return now != null && now == value;
    }
    return tree.find(key, Long.MAX_VALUE, ~value) == value;
  }

  /**
   * Adds an entry.
   *
   * @return false if the key already exists; nothing is changed
   * @throws IllegalArgumentException if the key or the value exceeds its width in the tree
   * @throws org.flashgrove.rawflash.mutree.FlashFullException if the flash may have no room;
   *     nothing is changed
   */
  public boolean insert(long key, long value) {
    requireChangeable();
    tree.options().widths().requireKey(key);
    tree.options().widths().requireValue(value);
    if (contains(key)) {
      return false;
    }
    tree.requireRoom(insertions + 1);
    insertions++;
    growth++;
    staged.put(key, value);
    return true;
  }

  /**
   * Changes the value of an entry.
   *
   * @return false if the key does not exist
   * @throws IllegalArgumentException if the value exceeds its width in the tree
   */
  public boolean update(long key, long value) {
    requireChangeable();
    tree.options().widths().requireValue(value);
    if (!contains(key)) {
      return false;
    }
    staged.put(key, value);
    return true;
  }

  /**
   * Removes an entry.
   *
   * @return false if the key does not exist
   */
  public boolean delete(long key) {
    requireChangeable();
    if (!contains(key)) {
      return false;
    }
    growth--;
    staged.put(key, null);
    return true;
  }

  /** Receives staged changes. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Receives a changed key with its new value, or with {@code isPresent} false if the key was
     * removed.
     */
    void change(long key, boolean isPresent, long value);
  }

  /** Visits the staged changes in ascending order of keys. */
  void visit(Visitor visitor) {
    staged.forEach((key, value) -> visitor.change(key, value != null, value == null ? 0 : value));
  }

  /** Returns the number of entries that this operation adds, minus the number that it removes. */
  int growth() {
    return growth;
  }

  @Override
  protected long stagedWords() {
    return (long) staged.size() * ChangeWords.WORDS;
  }

  @Override
  void describe(AppendLog.FrameSink section) {
    ChangeWords words = new ChangeWords();
    visit(words::add);
    words.describe(section);
  }
}
