package org.flashgrove.grove.index;

/** An index of blocks as a commit left it. */
public interface BlockView {
  /** Returns the number of entries. */
  long entries();
}
