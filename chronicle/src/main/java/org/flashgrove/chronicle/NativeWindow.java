package org.flashgrove.chronicle;

import net.openhft.chronicle.bytes.PointerBytesStore;

/** Memory that belongs to something else, which stays reachable as long as this is. */
final class NativeWindow extends PointerBytesStore {
  private Object owner = this;

  /** Shows {@code bytes} bytes from an address on. */
  void show(Object newOwner, long address, long bytes) {
    owner = newOwner;
    set(address, bytes);
  }

  /** Returns what the memory belongs to. */
  Object owner() {
    return owner;
  }
}
