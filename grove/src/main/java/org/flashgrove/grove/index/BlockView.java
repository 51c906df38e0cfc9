package org.flashgrove.grove.index;

/** State of an index after a commit. */
public interface BlockView {
  long entries();
}
