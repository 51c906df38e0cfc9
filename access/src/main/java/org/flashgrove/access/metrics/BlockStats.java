package org.flashgrove.access.metrics;

import java.util.Map;
import org.flashgrove.storage.component.ComponentStats;

/**
 * All counters of an index of sealed blocks of an open store. Each kind of such an index has an
 * implementation of its own, with further counters.
 */
public interface BlockStats {
  /** Returns the name of the index's kind, as in its spec. */
  String kind();

  /** Returns the pages of the entries. */
  long pages();

  /** Returns the counters of the blocks of its file. */
  ComponentStats blocks();

  /**
   * Returns the counters that reports show by their names, in the order of a report.
   *
   * @param pageSize bytes of a page of the store
   */
  Map<String, Object> members(int pageSize);
}
