package org.flashgrove.storage.crash;

/**
 * The contents of disks seen so far, by 64-bit hashes of names, lengths and bytes: of a million
 * contents, some two are taken for one with a probability below 10<sup>-7</sup>.
 */
public final class StateSet {
  private static final int FIRST_SLOTS = 1 << 12;

  /** Open addressing with linear probing, at most half full; 0 is an empty slot. */
  private long[] slots = new long[FIRST_SLOTS];

  private int count;

  /** Adds a content; returns false if it was there already. */
  public synchronized boolean add(DiskState state) {
    if (2 * count >= slots.length) {
      long[] old = slots;
      slots = new long[2 * old.length];
      for (long hash : old) {
        if (hash != 0) {
          put(hash);
        }
      }
    }
    boolean added = put(state.hash() == 0 ? 1 : state.hash());
    count += added ? 1 : 0;
    return added;
  }

  private boolean put(long hash) {
    int at = (int) (hash >>> 17) & slots.length - 1;
    while (slots[at] != 0) {
      if (slots[at] == hash) {
        return false;
      }
      at = at + 1 & slots.length - 1;
    }
    slots[at] = hash;
    return true;
  }

  /** Returns the number of different contents. */
  public synchronized int size() {
    return count;
  }
}
