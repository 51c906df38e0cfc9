package org.flashgrove.simulator.store;

/** The ways in which access paths and sorts use a device, each with a cost of its own. */
public enum DeviceUse {
  /** Pages in order, many together: a full scan. */
  SCAN,
  /** One page after the other, anywhere. */
  RANDOM,
  /** One page after the other, each the neighbour of the last. */
  NEIGHBOUR,
  /** Units one after the other are written, each the neighbour of the last. */
  WRITE,
  /** One unit after the other, anywhere: a merge. */
  MERGE,
  /** Units anywhere, many together: a partition. */
  GATHER
}
