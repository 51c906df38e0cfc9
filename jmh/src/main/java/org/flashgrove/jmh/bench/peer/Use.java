package org.flashgrove.jmh.bench.peer;

/** What an index is made for: some peers are set up otherwise then. */
public enum Use {
  /** Durable when the caller says so. */
  LOAD,
  /** Durable after each change, without a word. */
  EACH_DURABLE,
  /** As {@link #LOAD}; entries are moved and removed. */
  CHANGES,
  /** As {@link #CHANGES}, without a look whether an entry is there. */
  BLIND_CHANGES,
  /** As {@link #LOAD}; entries are moved by their ids. */
  CHANGES_BY_ID
}
