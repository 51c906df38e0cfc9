/**
 * Which pages a buffer keeps: the replacement policies of the generic pool and of eFIND's read
 * buffer, one a file, behind {@link org.flashgrove.core.replacement.ReplacementPolicy}, and the
 * maps and queues of page ids they are built from.
 */
package org.flashgrove.core.replacement;
