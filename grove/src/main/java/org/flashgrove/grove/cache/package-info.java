/**
 * Reads pages of component blocks for queries, through a cache in memory that writes leave free.
 */
package org.flashgrove.grove.cache;
