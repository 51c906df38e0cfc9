/**
 * What an access path will cost before it is taken: page counts from how records are placed, times
 * from a calibrated device, and the choice among them.
 */
@NullMarked
package org.flashgrove.access.cost;

import org.jspecify.annotations.NullMarked;
