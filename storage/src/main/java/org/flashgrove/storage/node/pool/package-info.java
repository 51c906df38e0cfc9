/** Plain page cache without flash-aware flushing. {@link PoolBuffer} is the cache. */
package org.flashgrove.storage.node.pool;
