package org.flashgrove.rawflash.micro;

import java.util.Arrays;

/** Addresses of records that are to be read, as many as fit, so that each page is read once. */
final class AddressBatch {
  /** Addresses that fit. */
  static final int CAPACITY = 512;

  private final long[] addresses = new long[CAPACITY];
  private int size;

  /** Adds an address; returns whether there is room for another one. */
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
