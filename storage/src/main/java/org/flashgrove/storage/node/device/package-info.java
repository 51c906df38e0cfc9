/** Reads and writes the pages of nodes, in place or out of place. */
package org.flashgrove.storage.node.device;
