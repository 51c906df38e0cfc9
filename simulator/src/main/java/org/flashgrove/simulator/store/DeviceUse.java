package org.flashgrove.simulator.store;

/** The ways in which access paths and sorts use a device. Each has its own cost. */
public enum DeviceUse {
  /** Reads of many consecutive pages, as in a full scan. */
  SCAN,
  /** Reads of single random pages. */
  RANDOM,
  /** Reads of single pages, each the neighbour of the last one. */
  NEIGHBOUR,
  /** Writes of single units, each the neighbour of the last one. */
  WRITE,
  /** Reads of single random units, as in a merge. */
  MERGE,
  /** Reads of many random units at the same time, as when a partition is read. */
  GATHER
}
