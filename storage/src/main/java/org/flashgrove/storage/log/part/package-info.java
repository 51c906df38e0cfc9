/**
 * Roles of a structure in its store's log, each an interface: replaying, copying, writing pages.
 */
package org.flashgrove.storage.log.part;
