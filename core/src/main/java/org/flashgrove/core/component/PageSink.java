package org.flashgrove.core.component;

/** Receives pages in the order in which the device returns them. */
public interface PageSink {
  /**
   * Returns the array to read a page into.
   *
   * @param index index of the page in the {@link PageRequests}
   * @return an array of at least {@link ComponentStore#pageSize()} bytes, which the store fills
   *     from index 0 with the envelope and the content; may be the same for every page
   */
  byte[] frame(int index);

  /**
   * Receives a requested page. The array that {@link #frame} returned for the page is filled, and
   * the store does not use it any more.
   */
  void loaded(int index);
}
