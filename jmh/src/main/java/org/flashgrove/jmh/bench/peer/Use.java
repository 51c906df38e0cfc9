package org.flashgrove.jmh.bench.peer;

/** Intended use of an index. Some peers are set up differently for each use. */
public enum Use {
  /** Durable when the caller says so. */
  LOAD,
  /** Durable after each change, without a word. */
  EACH_DURABLE,
  /** Same as {@link #LOAD}, and entries are moved and deleted. */
  CHANGES,
  /** Same as {@link #CHANGES}, without checking that an entry exists. */
  BLIND_CHANGES,
  /** Same as {@link #LOAD}, and entries are moved by id. */
  CHANGES_BY_ID
}
