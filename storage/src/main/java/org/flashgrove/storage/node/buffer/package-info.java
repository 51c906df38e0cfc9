/**
 * Interface of the buffers between a tree and its device ({@link NodeBuffer}), and the node changes
 * that buffers receive ({@link ChangeKind}).
 */
package org.flashgrove.storage.node.buffer;
