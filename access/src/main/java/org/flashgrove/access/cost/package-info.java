/**
 * Cost estimates for access paths: page counts from the clustering of records, times from a
 * calibrated device, and the choice of a plan.
 */
@NullMarked
package org.flashgrove.access.cost;

import org.jspecify.annotations.NullMarked;
