/** An append-only sequence of checksummed frames. */
package org.flashgrove.core.log;
