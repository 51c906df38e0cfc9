package org.flashgrove.jmh.bench.peer;

/** Intended use of an index, for which some peers need a different configuration. */
public enum Use {
  /** Changes become durable with {@link PeerIndex#commit}. */
  LOAD,
  /** Each change is durable when the call returns. */
  EACH_DURABLE,
  /** Same as {@link #LOAD}, and entries are moved and deleted. */
  CHANGES,
  /** Same as {@link #CHANGES}, without checking that an entry exists. */
  BLIND_CHANGES,
  /** Same as {@link #LOAD}, and entries are moved by id. */
  CHANGES_BY_ID
}
