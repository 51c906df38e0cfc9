package org.flashgrove.rawflash.micro;

import java.util.Arrays;

/** Fixed-size batch of addresses of records, which allows reading each page once. */
final class AddressBatch {
  /** Addresses that fit. */
  static final int CAPACITY = 512;

  private final long[] addresses = new long[CAPACITY];
  private int size;

  /** Adds an address; returns whether another one fits. */
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
