package org.flashgrove.core.node;

import java.util.Arrays;

/**
 * A growable list of entries of one layout, stored in one flat array without an object per entry.
 */
public final class EntryList {
  private final int stride;
  private long[] words;
  private int count;

  /**
   * Creates an empty list.
   *
   * @param wordsPerEntry number of words of each entry
   * @param capacity number of entries for which memory is allocated
   */
  public EntryList(int wordsPerEntry, int capacity) {
    this.stride = wordsPerEntry;
    this.words = new long[wordsPerEntry * Math.max(1, capacity)];
  }

  /** Returns the number of entries. */
  public int count() {
    return count;
  }

  /** Returns the words per entry. */
  public int stride() {
    return stride;
  }

  /**
   * Returns the array that backs the list. Entry i starts at {@code i * stride()}. The array is
   * valid until the list grows.
   */
  public long[] words() {
    return words;
  }

  /** Returns word {@code word} of entry {@code index}. */
  public long word(int index, int word) {
    return words[index * stride + word];
  }

  /** Returns word {@code word} of entry {@code index} as a double. */
  public double real(int index, int word) {
    return Double.longBitsToDouble(words[index * stride + word]);
  }

  /** Sets word {@code word} of entry {@code index}. */
  public void set(int index, int word, long value) {
    words[index * stride + word] = value;
  }

  /** Returns whether entry {@code index} consists of the given words. */
  public boolean holds(int index, long[] entry) {
    return Arrays.equals(words, index * stride, (index + 1) * stride, entry, 0, stride);
  }

  /** Removes all entries. */
  public void clear() {
    count = 0;
  }

  /** Removes all entries after the first {@code entries} entries, which must exist. */
  public void truncate(int entries) {
    count = entries;
  }

  /** Appends the entry at {@code source[at]}. */
  public void add(long[] source, int at) {
    ensureRoom(1);
    System.arraycopy(source, at, words, count * stride, stride);
    count++;
  }

  /** Inserts the entry at {@code source[at]} before entry {@code index}. */
  public void insert(int index, long[] source, int at) {
    ensureRoom(1);
    int start = index * stride;
    System.arraycopy(words, start, words, start + stride, (count - index) * stride);
    System.arraycopy(source, at, words, start, stride);
    count++;
  }

  /** Appends all entries of a node of the same layout, in slot order. */
  public void addAll(NodeView node) {
    int entries = node.count();
    ensureRoom(entries);
    for (int slot = 0; slot < entries; slot++) {
      node.copyEntry(slot, words, (count + slot) * stride);
    }
    count += entries;
  }

  /** Returns the index of the first entry whose word 0 is {@code id}, or -1. */
  public int indexOf(long id) {
    for (int index = 0; index < count; index++) {
      if (words[index * stride] == id) {
        return index;
      }
    }
    return -1;
  }

  /** Removes entry {@code index}; later entries move up. */
  public void remove(int index) {
    int start = index * stride;
    System.arraycopy(words, start + stride, words, start, (count - index - 1) * stride);
    count--;
  }

  /** Copies entry {@code from} over entry {@code to}. */
  public void copy(int from, int to) {
    System.arraycopy(words, from * stride, words, to * stride, stride);
  }

  /** Exchanges two entries. */
  public void swap(int a, int b) {
    for (int word = 0; word < stride; word++) {
      long kept = words[a * stride + word];
      words[a * stride + word] = words[b * stride + word];
      words[b * stride + word] = kept;
    }
  }

  /** Replaces the content by the entries of {@code other}, which must have the same stride. */
  public void copyFrom(EntryList other) {
    count = 0;
    ensureRoom(other.count);
    System.arraycopy(other.words, 0, words, 0, other.count * stride);
    count = other.count;
  }

  private void ensureRoom(int entries) {
    int needed = (count + entries) * stride;
    if (needed > words.length) {
      words = Arrays.copyOf(words, Math.max(needed, words.length * 2));
    }
  }
}
