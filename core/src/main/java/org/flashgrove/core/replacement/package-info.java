/** Queues and maps over node ids from which buffers build their replacement policies. */
package org.flashgrove.core.replacement;
