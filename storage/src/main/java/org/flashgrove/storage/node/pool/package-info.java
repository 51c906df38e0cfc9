/** Plain buffer pool: a page cache without flash-aware flushing. */
package org.flashgrove.storage.node.pool;
