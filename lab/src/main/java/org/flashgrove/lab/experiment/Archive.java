package org.flashgrove.lab.experiment;

import java.util.List;

/**
 * Store of completed executions, so that an interrupted run can continue. A unit is what is kept
 * whole or not at all: all phases of one store, or a single execution.
 */
public interface Archive {
  /** Keeps nothing. */
  Archive NONE =
      new Archive() {
        @Override
        public List<Execution> find(String unit) {
          return List.of();
        }

        @Override
        public void keep(String unit, List<Execution> executions) {
          // nobody asked for it
        }
      };

  /** The executions of a unit; none if it is not complete. */
  List<Execution> find(String unit);

  /** Keeps a unit that is complete; what is there already stays as it is. */
  void keep(String unit, List<Execution> executions);
}
