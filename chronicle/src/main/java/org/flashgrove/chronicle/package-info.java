/** Chronicle Bytes as memory for page buffers, log frames and records. */
package org.flashgrove.chronicle;
