package org.flashgrove.storage.node.buffer;

import java.util.Map;

/**
 * Statistics of a node buffer. A value that a kind of buffer does not have is 0.
 *
 * @param name name of the kind of buffer
 * @param budgetBytes memory limit in bytes, as the buffer counts memory
 * @param usedBytes used memory in bytes, counted in the same way
 * @param scratchBytes memory in bytes for images that reads build from stored pages and buffered
 *     changes. The limit does not include this memory, because these images never save a device
 *     read
 * @param hits number of node reads served from memory
 * @param misses number of node reads that went to the device
 * @param flushes number of flushes
 * @param flushedNodes number of nodes written by flushes
 * @param evictions number of pages evicted to make room
 * @param bufferedNodes number of nodes with changes that are not on the device yet
 * @param costs further counters of this kind of buffer, each under its name in reports, in the
 *     order of the report
 */
public record BufferStats(
    String name,
    long budgetBytes,
    long usedBytes,
    long scratchBytes,
    long hits,
    long misses,
    long flushes,
    long flushedNodes,
    long evictions,
    long bufferedNodes,
    Map<String, Long> costs) {

  /** Creates statistics without further counters. */
  @SuppressWarnings("checkstyle:ParameterNumber") // the record's components
  public BufferStats(
      String name,
      long budgetBytes,
      long usedBytes,
      long scratchBytes,
      long hits,
      long misses,
      long flushes,
      long flushedNodes,
      long evictions,
      long bufferedNodes) {
    this(
        name,
        budgetBytes,
        usedBytes,
        scratchBytes,
        hits,
        misses,
        flushes,
        flushedNodes,
        evictions,
        bufferedNodes,
        Map.of());
  }
}
