/** Memory of Chronicle Bytes for page buffers, log frames and records. */
package org.flashgrove.chronicle;
