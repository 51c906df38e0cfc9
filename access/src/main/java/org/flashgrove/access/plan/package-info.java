/** The choice of a plan for a query of a table by the pages that each plan needs, and its run. */
@NullMarked
package org.flashgrove.access.plan;

import org.jspecify.annotations.NullMarked;
