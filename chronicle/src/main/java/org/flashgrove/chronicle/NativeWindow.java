package org.flashgrove.chronicle;

import net.openhft.chronicle.bytes.PointerBytesStore;

/** View of memory that belongs to another object, which stays reachable as long as the view. */
final class NativeWindow extends PointerBytesStore {
  private Object owner = this;

  /** Shows {@code bytes} bytes from an address on. */
  void show(Object newOwner, long address, long bytes) {
    owner = newOwner;
    set(address, bytes);
  }

  /** Returns the object that owns the memory. */
  Object owner() {
    return owner;
  }
}
