package org.flashgrove.access.metrics;

import java.util.Map;
import org.flashgrove.storage.component.ComponentStats;

/**
 * All counters of an index of sealed (immutable) blocks in an open store. Each kind of index
 * implements this interface and adds its own counters.
 */
public interface BlockStats {
  /** Returns the name of the index's kind in specs. */
  String kind();

  /** Returns the number of pages that contain entries. */
  long pages();

  /** Returns the counters of the index's file of blocks. */
  ComponentStats blocks();

  /**
   * Returns the counters by the names that reports use, in the order of a report.
   *
   * @param pageSize page size of the store in bytes
   */
  Map<String, Object> members(int pageSize);
}
