/** Blocks of packed pages: building them from entries, their footers, and checks. */
package org.flashgrove.grove.block;
