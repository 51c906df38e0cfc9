/** A generic pool of pages below a flash-aware buffer. */
package org.flashgrove.literature.buffer.pool;
