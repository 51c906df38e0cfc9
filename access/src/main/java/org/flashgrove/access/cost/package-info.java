/**
 * What an access path will cost before it is taken: page counts from how records are placed, times
 * from a calibrated device, and the choice among them.
 */
package org.flashgrove.access.cost;
