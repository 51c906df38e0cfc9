package org.flashgrove.lab.experiment;

import java.util.List;

/**
 * Stores completed executions, so that an interrupted run can continue. A unit is a group of
 * executions that is stored completely or not at all. A unit consists of the executions of all
 * phases of one store, or of a single execution.
 */
public interface Archive {
  /** Archive that stores nothing. */
  Archive NONE =
      new Archive() {
        @Override
        public List<Execution> find(String unit) {
          return List.of();
        }

        @Override
        public void keep(String unit, List<Execution> executions) {
          // This archive stores nothing.
        }
      };

  /** Returns the executions of a unit, or an empty list if the unit is not complete. */
  List<Execution> find(String unit);

  /** Stores a complete unit. Does nothing if the unit is already stored. */
  void keep(String unit, List<Execution> executions);
}
