package org.flashgrove.access.design;

/** A design whose parts are returned as the words of specs. */
public interface DesignText {
  /** What the store is made of, as a store of any structures has it. */
  StoreDesign design();

  /** Returns the buffer between an index and the device, and the pool below it, as a spec. */
  default String flash() {
    return design().flash().toString();
  }

  /** Returns the device as a spec. */
  default String device() {
    return design().form().device().toString();
  }

  /** Returns the bytes of a page. */
  default int pageSize() {
    return design().form().pageSize();
  }

  /** Returns when operations become durable, in the words of a spec. */
  default String sync() {
    return design().form().sync().toString();
  }
}
