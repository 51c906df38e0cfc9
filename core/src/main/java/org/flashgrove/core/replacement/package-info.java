/**
 * Replacement policies of the generic buffer pool and of eFIND's read buffer ({@link
 * org.flashgrove.core.replacement.ReplacementPolicy}), and their maps and queues of page ids.
 */
package org.flashgrove.core.replacement;
