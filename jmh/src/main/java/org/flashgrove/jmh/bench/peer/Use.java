package org.flashgrove.jmh.bench.peer;

/** Intended use of an index. Some peers need a different configuration for each use. */
public enum Use {
  /** Changes become durable with {@link PeerIndex#commit}. */
  LOAD,
  /** Each change is durable when the call returns. */
  EACH_DURABLE,
  /** Changes become durable with {@link PeerIndex#commit}. Entries are also moved and deleted. */
  CHANGES,
  /** Like {@link #CHANGES}, but changes do not check whether an entry exists. */
  BLIND_CHANGES,
  /**
   * Changes become durable with {@link PeerIndex#commit}. Entries are also moved, given only their
   * ids.
   */
  CHANGES_BY_ID
}
