package org.flashgrove.simulator.store;

/**
 * The ways in which access paths and sorts use a device. Each way has its own cost per page. A unit
 * is the number of pages that a sort writes or reads together.
 */
public enum DeviceUse {
  /** Reads of many consecutive pages, as in a full scan. */
  SCAN,
  /** Reads of single random pages. */
  RANDOM,
  /** Reads of single pages, each of which directly follows the page read before. */
  NEIGHBOUR,
  /** Writes of single units, each of which directly follows the unit written before. */
  WRITE,
  /** Reads of single random units, as in a merge. */
  MERGE,
  /** Reads of many random units at the same time, for example when a sort reads a partition. */
  GATHER
}
