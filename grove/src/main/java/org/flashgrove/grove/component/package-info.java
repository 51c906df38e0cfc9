/**
 * Blocks of packed pages: how entries are cut into blocks and tiled into pages, what stays in
 * memory of a block, and the check of a block's structure.
 */
package org.flashgrove.grove.component;
