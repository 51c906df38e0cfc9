package org.flashgrove.storage.node.buffer;

import java.util.Map;

/**
 * Figures of a node buffer; those that a kind of buffer does not have are 0.
 *
 * @param name the kind of buffer
 * @param budgetBytes what the buffer may use, in the units of its memory model
 * @param usedBytes what it uses
 * @param scratchBytes merged images beyond the budget, which never save a device read
 * @param hits reads of nodes answered from cached pages
 * @param misses reads of nodes that went to the device
 * @param flushes flushing operations
 * @param flushedNodes nodes written by them
 * @param evictions pages dropped to make room
 * @param bufferedNodes nodes with changes not yet on the device
 * @param costs what else a kind of buffer counts, by the names reports give it, in their order
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

  /** Creates the figures of a buffer that counts nothing else. */
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
