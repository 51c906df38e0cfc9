/**
 * NAND flash without a translation layer: pages that are programmed once, blocks that are erased.
 */
package org.flashgrove.core.flash;
