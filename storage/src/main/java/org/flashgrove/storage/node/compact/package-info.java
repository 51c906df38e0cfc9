/** Compact form of node changes in BRIEF frames of the log. */
package org.flashgrove.storage.node.compact;
