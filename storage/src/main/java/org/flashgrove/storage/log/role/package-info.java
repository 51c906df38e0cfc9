/**
 * Interfaces through which a store and its log call a structure: to replay frames, to copy content,
 * and to write pages.
 */
package org.flashgrove.storage.log.role;
