/**
 * Finds the pages, page maps and log frames that remain in a damaged store, for all kinds of
 * structures.
 */
package org.flashgrove.salvage.page;
