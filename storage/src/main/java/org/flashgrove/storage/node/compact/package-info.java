/** Changes in the packed form in which the log keeps them. */
package org.flashgrove.storage.node.compact;
