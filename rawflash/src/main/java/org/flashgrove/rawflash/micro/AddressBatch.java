package org.flashgrove.rawflash.micro;

import java.util.Arrays;

/**
 * Batch of record addresses with a fixed capacity. After sorting, each page needs to be read only
 * once per batch.
 */
final class AddressBatch {
  /** Maximum number of addresses. */
  static final int CAPACITY = 512;

  private final long[] addresses = new long[CAPACITY];
  private int size;

  /** Adds an address. Returns false if the batch is full after that. */
  boolean add(long address) {
    addresses[size++] = address;
    return size < CAPACITY;
  }

  /** Sorts the addresses. */
  void sort() {
    Arrays.sort(addresses, 0, size);
  }

  int size() {
    return size;
  }

  long get(int index) {
    return addresses[index];
  }

  void clear() {
    size = 0;
  }
}
