/**
 * Replacement policies ({@link org.flashgrove.core.replacement.ReplacementPolicy}) of the generic
 * buffer pool and of eFIND's read buffer. Also contains the maps and queues of page ids that
 * policies use.
 */
package org.flashgrove.core.replacement;
