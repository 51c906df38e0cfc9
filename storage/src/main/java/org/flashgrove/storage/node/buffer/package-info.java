/** Port of the buffers between a tree and its device, and the changes that they take. */
package org.flashgrove.storage.node.buffer;
