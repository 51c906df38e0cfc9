/** Page cache below a flash-aware buffer. */
package org.flashgrove.literature.buffer.pool;
