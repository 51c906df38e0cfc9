package org.flashgrove.grove.index;

/** State of an index as of one commit. Searches read the state while the index changes. */
public interface BlockView {
  long entries();
}
