/**
 * The query planner: it probes indices, chooses the plan that reads the fewest pages, and opens it.
 */
@NullMarked
package org.flashgrove.access.plan;

import org.jspecify.annotations.NullMarked;
