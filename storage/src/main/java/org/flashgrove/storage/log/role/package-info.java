/**
 * Roles of a structure in its store's log, each an interface: replaying, copying, writing pages.
 * Also what a copy of its content is passed to.
 */
package org.flashgrove.storage.log.role;
