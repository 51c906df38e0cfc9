/** Pages, page maps and logs that a damaged store still has, for all kinds of structures. */
package org.flashgrove.salvage.page;
