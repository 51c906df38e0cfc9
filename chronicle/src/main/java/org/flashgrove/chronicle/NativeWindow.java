package org.flashgrove.chronicle;

import net.openhft.chronicle.bytes.PointerBytesStore;

/** View of memory that belongs to another object. The view keeps this object reachable. */
final class NativeWindow extends PointerBytesStore {
  private Object owner = this;

  /**
   * Makes this object a view of {@code bytes} bytes that start at an address.
   *
   * @param newOwner object that owns the memory
   */
  void show(Object newOwner, long address, long bytes) {
    owner = newOwner;
    set(address, bytes);
  }

  /** Returns the object that owns the memory. */
  Object owner() {
    return owner;
  }
}
